; makensis -DTREE=folder -DOUT=Ditone-0.1.0-setup.exe -DVERSION=0.1.0 ditone.nsi      per-user installation, no administrator needed
Unicode true
Target amd64-unicode ; a 64-bit stub: a 32-bit one cannot start where only wine64 is, and Windows on ARM prefers it too
!ifdef FAST
SetCompressor zlib
!else
SetCompressor /SOLID lzma
!endif
!include MUI2.nsh
!define KEY "Software\Microsoft\Windows\CurrentVersion\Uninstall\Ditone"
Name "Ditone"
Icon "${TREE}/ditone.ico"
UninstallIcon "${TREE}/ditone.ico"
OutFile "${OUT}"
RequestExecutionLevel user
InstallDir "$LOCALAPPDATA\Programs\Ditone"
InstallDirRegKey HKCU "Software\Ditone" "InstallDir"
!ifdef SIGN
!finalize '${SIGN} "%1"' = 0
!uninstfinalize '${SIGN} "%1"' = 0
!endif
!insertmacro MUI_PAGE_WELCOME
!insertmacro MUI_PAGE_DIRECTORY
!insertmacro MUI_PAGE_INSTFILES
!insertmacro MUI_UNPAGE_CONFIRM
!insertmacro MUI_UNPAGE_INSTFILES
!insertmacro MUI_LANGUAGE "English"
!insertmacro MUI_LANGUAGE "SimpChinese"
Section
  RMDir /r "$INSTDIR\lib"
  RMDir /r "$INSTDIR\python"
  SetOutPath "$INSTDIR"
  File /r "${TREE}/*"
  CreateShortCut "$SMPROGRAMS\Ditone.lnk" "$INSTDIR\python\pythonw.exe" '-I -X utf8 "$INSTDIR\start.py"' "$INSTDIR\ditone.ico"
  WriteUninstaller "$INSTDIR\uninstall.exe"
  WriteRegStr HKCU "Software\Ditone" "InstallDir" "$INSTDIR"
  WriteRegStr HKCU "${KEY}" "DisplayName" "Ditone"
  WriteRegStr HKCU "${KEY}" "DisplayVersion" "${VERSION}"
  WriteRegStr HKCU "${KEY}" "UninstallString" '"$INSTDIR\uninstall.exe"'
SectionEnd
Section Uninstall
  Delete "$SMPROGRAMS\Ditone.lnk"
  RMDir /r "$INSTDIR\lib"
  RMDir /r "$INSTDIR\python"
  RMDir /r "$INSTDIR\doc"
  RMDir /r "$INSTDIR\share"
  Delete "$INSTDIR\ditone.ico"
  Delete "$INSTDIR\start.py"
  Delete "$INSTDIR\engine-version"
  Delete "$INSTDIR\uninstall.exe"
  RMDir "$INSTDIR"
  DeleteRegKey HKCU "${KEY}"
  DeleteRegKey HKCU "Software\Ditone"
SectionEnd
