<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="zh_CN" sourcelanguage="en">
    <context>
        <name>AudioRow</name>
        <message>
            <location filename="../../../gui/panels/audio_row.py" />
            <source>Drop a sound file here</source>
            <translation>把声音文件拖到这里</translation>
        </message>
        <message>
            <location filename="../../../gui/panels/audio_row.py" />
            <source>{title}, path of a sound file</source>
            <translation>{title}，声音文件的路径</translation>
        </message>
        <message>
            <location filename="../../../gui/panels/audio_row.py" />
            <source>Choose a sound file</source>
            <translation>选择声音文件</translation>
        </message>
        <message>
            <location filename="../../../gui/panels/audio_row.py" />
            <source>Sound file or saved voice</source>
            <translation>声音文件或已保存的音色</translation>
        </message>
        <message>
            <location filename="../../../gui/panels/audio_row.py" />
            <source>{title}: there is no file {path}.</source>
            <translation>{title}：找不到文件 {path}。</translation>
        </message>
        <message>
            <location filename="../../../gui/panels/audio_row.py" />
            <source>Sound files ({patterns})</source>
            <translation>声音文件 ({patterns})</translation>
        </message>
    </context>
    <context>
        <name>BatchStrip</name>
        <message>
            <location filename="../../../gui/panels/batch_strip.py" />
            <source>Takes of the last batch</source>
            <translation>最近一批作品</translation>
        </message>
        <message>
            <location filename="../../../gui/panels/batch_strip.py" />
            <source>Close the strip; the takes stay in the list</source>
            <translation>关闭此栏;作品仍在列表中</translation>
        </message>
        <message>
            <location filename="../../../gui/panels/batch_strip.py" />
            <source>Batch of {count}</source>
            <translation>一批 {count} 个</translation>
        </message>
        <message>
            <location filename="../../../gui/panels/batch_strip.py" />
            <source>Batch: {done} of {total}</source>
            <translation>本批:{done} / {total}</translation>
        </message>
        <message>
            <location filename="../../../gui/panels/batch_strip.py" />
            <source> · 1–9 hear · S star · X mark · Enter to the lane</source>
            <translation> · 1–9 试听 · S 星标 · X 标记 · Enter 放入轨道</translation>
        </message>
        <message>
            <location filename="../../../gui/panels/batch_strip.py" />
            <source>Keep starred ({kept}), remove {gone}</source>
            <translation>保留星标({kept}),移除 {gone} 个</translation>
        </message>
        <message>
            <location filename="../../../gui/panels/batch_strip.py" />
            <source>Remove marked ({count})</source>
            <translation>移除已标记({count})</translation>
        </message>
    </context>
    <context>
        <name>BatchTile</name>
        <message>
            <location filename="../../../gui/panels/batch_strip.py" />
            <source>starred</source>
            <translation>已加星标</translation>
        </message>
        <message>
            <location filename="../../../gui/panels/batch_strip.py" />
            <source>marked for removal</source>
            <translation>标记为移除</translation>
        </message>
        <message>
            <location filename="../../../gui/panels/batch_strip.py" />
            <source>seed {seed}</source>
            <translation>种子 {seed}</translation>
        </message>
        <message>
            <location filename="../../../gui/panels/batch_strip.py" />
            <source>Take {n} of the batch</source>
            <translation>本批第 {n} 个作品</translation>
        </message>
    </context>
    <context>
        <name>BatchWindow</name>
        <message>
            <location filename="../../../gui/batch/window.py" />
            <source>Batch</source>
            <translation>批量生成</translation>
        </message>
        <message>
            <location filename="../../../gui/batch/window.py" />
            <source>Choose…</source>
            <translation>选择…</translation>
        </message>
        <message>
            <location filename="../../../gui/batch/window.py" />
            <source>as many as fit</source>
            <translation>按机器能力</translation>
        </message>
        <message>
            <location filename="../../../gui/batch/window.py" />
            <source>Make the takes</source>
            <translation>生成</translation>
        </message>
        <message>
            <location filename="../../../gui/batch/window.py" />
            <source>Stop</source>
            <translation>停止</translation>
        </message>
        <message>
            <location filename="../../../gui/batch/window.py" />
            <source>Open folder</source>
            <translation>打开文件夹</translation>
        </message>
        <message>
            <location filename="../../../gui/batch/window.py" />
            <source>Filter</source>
            <translation>筛选</translation>
        </message>
        <message>
            <location filename="../../../gui/batch/window.py" />
            <source>Only failed</source>
            <translation>仅失败项</translation>
        </message>
        <message>
            <location filename="../../../gui/batch/window.py" />
            <source>Prompts, one a line</source>
            <translation>提示词，每行一个</translation>
        </message>
        <message>
            <location filename="../../../gui/batch/window.py" />
            <source>Takes of each prompt</source>
            <translation>每个提示词的条数</translation>
        </message>
        <message>
            <location filename="../../../gui/batch/window.py" />
            <source>Folder</source>
            <translation>文件夹</translation>
        </message>
        <message>
            <location filename="../../../gui/batch/window.py" />
            <source>Processes</source>
            <translation>进程数</translation>
        </message>
        <message>
            <location filename="../../../gui/batch/window.py" />
            <source>Filter the takes of the batch</source>
            <translation>筛选这批声音</translation>
        </message>
        <message>
            <location filename="../../../gui/batch/window.py" />
            <source>Progress of the batch</source>
            <translation>批量进度</translation>
        </message>
        <message>
            <location filename="../../../gui/batch/window.py" />
            <source>Takes of each</source>
            <translation>每个条数</translation>
        </message>
        <message>
            <location filename="../../../gui/batch/window.py" />
            <source>as in the prompt panel, or values separated by commas</source>
            <translation>同提示面板，或用逗号分隔多个数值</translation>
        </message>
        <message>
            <location filename="../../../gui/batch/window.py" />
            <source>Values must be numbers, separated by commas.</source>
            <translation>数值必须是数字，用逗号分隔。</translation>
        </message>
        <message>
            <location filename="../../../gui/batch/window.py" />
            <source>Write at least one prompt.</source>
            <translation>请至少写一个提示词。</translation>
        </message>
        <message>
            <location filename="../../../gui/batch/window.py" />
            <source>A batch takes at most {count:,} takes.</source>
            <translation>一批最多 {count:,} 条。</translation>
        </message>
        <message>
            <location filename="../../../gui/batch/window.py" />
            <source>Choose a folder for the sounds.</source>
            <translation>请选择保存声音的文件夹。</translation>
        </message>
        <message>
            <location filename="../../../gui/batch/window.py" />
            <source>{count:,} takes. A folder with an earlier batch goes on with it.</source>
            <translation>共 {count:,} 条。选择已有批次的文件夹会接着完成。</translation>
        </message>
        <message>
            <location filename="../../../gui/batch/window.py" />
            <source>Starting…</source>
            <translation>正在开始…</translation>
        </message>
        <message>
            <location filename="../../../gui/batch/window.py" />
            <source>Stopping…</source>
            <translation>正在停止…</translation>
        </message>
        <message>
            <location filename="../../../gui/batch/window.py" />
            <source>{done:,} of {total:,} takes</source>
            <translation>已完成 {done:,} / {total:,} 条</translation>
        </message>
        <message>
            <location filename="../../../gui/batch/window.py" />
            <source>, {count:,} failed</source>
            <translation>，失败 {count:,} 条</translation>
        </message>
        <message>
            <location filename="../../../gui/batch/window.py" />
            <source>, {time} left</source>
            <translation>，剩余 {time}</translation>
        </message>
        <message>
            <location filename="../../../gui/batch/window.py" />
            <source>{made:,} takes are in the folder, {failed:,} failed. Start again to try the rest.</source>
            <translation>文件夹中有 {made:,} 条，失败 {failed:,} 条。再次开始可重试其余的。</translation>
        </message>
        <message>
            <location filename="../../../gui/batch/window.py" />
            <source>{made:,} takes are in the folder. Start again to go on.</source>
            <translation>文件夹中有 {made:,} 条。再次开始可继续。</translation>
        </message>
        <message>
            <location filename="../../../gui/batch/window.py" />
            <source>{made:,} takes are in the folder.</source>
            <translation>文件夹中有 {made:,} 条。</translation>
        </message>
        <message>
            <location filename="../../../gui/batch/window.py" />
            <source>A folder for the batch</source>
            <translation>批次的文件夹</translation>
        </message>
    </context>
    <context>
        <name>BenchController</name>
        <message>
            <location filename="../../../gui/controllers/bench_controller.py" />
            <source>Folder for the page</source>
            <translation>页面的文件夹</translation>
        </message>
        <message>
            <location filename="../../../gui/controllers/bench_controller.py" />
            <source>The page is in {folder}.</source>
            <translation>页面已保存在 {folder}。</translation>
        </message>
    </context>
    <context>
        <name>BenchPage</name>
        <message>
            <location filename="../../../gui/compare/bench_page.py" />
            <source>Figures of the bench</source>
            <translation>基准测试的数据</translation>
        </message>
        <message>
            <location filename="../../../gui/compare/bench_page.py" />
            <source>the same again</source>
            <translation>原样重复</translation>
        </message>
        <message>
            <location filename="../../../gui/compare/bench_page.py" />
            <source>Bench of {model}</source>
            <translation>{model} 的基准测试</translation>
        </message>
        <message>
            <location filename="../../../gui/compare/bench_page.py" />
            <source>Stopped.</source>
            <translation>已停止。</translation>
        </message>
        <message>
            <location filename="../../../gui/compare/bench_page.py" />
            <source>Measuring in a process of its own, {time}. Takes made meanwhile would disturb it.</source>
            <translation>正在独立进程中测量，{time}。此间生成声音会造成干扰。</translation>
        </message>
        <message>
            <location filename="../../../gui/compare/bench_page.py" />
            <source>The bench could not be started.</source>
            <translation>无法启动基准测试。</translation>
        </message>
        <message>
            <location filename="../../../gui/compare/bench_page.py" />
            <source>The bench ended without a word.</source>
            <translation>基准测试未给出任何说明就结束了。</translation>
        </message>
        <message>
            <location filename="../../../gui/compare/bench_page.py" />
            <source>Other processes used this machine meanwhile; times of rows that say so mean little.</source>
            <translation>其间其他进程占用了本机；注明繁忙的行，其时间意义不大。</translation>
        </message>
        <message>
            <location filename="../../../gui/compare/bench_page.py" />
            <source>Done.</source>
            <translation>完成。</translation>
        </message>
        <message>
            <location filename="../../../gui/compare/bench_page.py" />
            <source>1 row, {takes} timed takes</source>
            <translation>1 行，{takes} 次计时生成</translation>
        </message>
        <message>
            <location filename="../../../gui/compare/bench_page.py" />
            <source>{rows} rows, {takes} timed takes</source>
            <translation>{rows} 行，{takes} 次计时生成</translation>
        </message>
        <message>
            <location filename="../../../gui/compare/bench_page.py" />
            <source>Stop</source>
            <translation>停止</translation>
        </message>
        <message>
            <location filename="../../../gui/compare/bench_page.py" />
            <source>Start</source>
            <translation>开头</translation>
        </message>
        <message>
            <location filename="../../../gui/compare/bench_page.py" />
            <source>Bench</source>
            <translation>基准测试</translation>
        </message>
        <message>
            <location filename="../../../gui/compare/bench_page.py" />
            <source>{model} as the prompt panel has it, beside what is ticked. Each is timed in turns with it.</source>
            <translation>以提示面板当前设置的 {model} 为参考，与勾选的设置对比，轮流计时。</translation>
        </message>
        <message>
            <location filename="../../../gui/compare/bench_page.py" />
            <source>Further numbers of steps</source>
            <translation>其他步数</translation>
        </message>
        <message>
            <location filename="../../../gui/compare/bench_page.py" />
            <source>Timed takes of each row</source>
            <translation>每行的计时次数</translation>
        </message>
        <message>
            <location filename="../../../gui/compare/bench_page.py" />
            <source>Open the page</source>
            <translation>打开页面</translation>
        </message>
        <message>
            <location filename="../../../gui/compare/bench_page.py" />
            <source>Save…</source>
            <translation>保存…</translation>
        </message>
        <message>
            <location filename="../../../gui/compare/bench_page.py" />
            <source>Close</source>
            <translation>关闭</translation>
        </message>
        <message>
            <location filename="../../../gui/compare/bench_page.py" />
            <source>Precisions</source>
            <translation>精度</translation>
        </message>
        <message>
            <location filename="../../../gui/compare/bench_page.py" />
            <source>Solvers</source>
            <translation>求解器</translation>
        </message>
        <message>
            <location filename="../../../gui/compare/bench_page.py" />
            <source>Steps</source>
            <translation>步数</translation>
        </message>
        <message>
            <location filename="../../../gui/compare/bench_page.py" />
            <source>Repeats</source>
            <translation>重复次数</translation>
        </message>
    </context>
    <context>
        <name>BetweenDialog</name>
        <message>
            <location filename="../../../gui/panels/variation_dialogs.py" />
            <source>A row of takes on the way from A, “{a}”, to B, “{b}”, at even places between them.</source>
            <translation>从 A“{a}”到 B“{b}”之间等距的一排作品。</translation>
        </message>
        <message>
            <location filename="../../../gui/panels/variation_dialogs.py" />
            <source>Between A and B</source>
            <translation>A 与 B 之间</translation>
        </message>
    </context>
    <context>
        <name>BlindTestPage</name>
        <message>
            <location filename="../../../gui/compare/blind_test.py" />
            <source>Blind test</source>
            <translation>盲听测试</translation>
        </message>
    </context>
    <context>
        <name>Catalogue</name>
        <message>
            <location filename="../../../assets/catalogue/cosyvoice3.json" />
            <source>Free to use, change and pass on, also commercially.</source>
            <translation>可自由使用、修改和传播，包括商业用途。</translation>
        </message>
        <message>
            <location filename="../../../assets/catalogue/cosyvoice3.json" />
            <source>Speech in the voice of a reference recording, mono, 24 kHz; Chinese best, eighteen Chinese dialects</source>
            <translation>用参考录音的声音说话，单声道，24 kHz；中文最佳，支持十八种汉语方言</translation>
        </message>
        <message>
            <location filename="../../../assets/catalogue/cosyvoice3.json" />
            <source>The language model after reinforcement tuning: fewer wrong words, a little less like the reference.</source>
            <translation>强化调优后的语言模型：错字更少，与参考声音略有差距。</translation>
        </message>
        <message>
            <location filename="../../../assets/catalogue/dots.json" />
            <source>Speech in the voice of a reference recording, mono, 48 kHz; tuned further for quality</source>
            <translation>用参考录音的声音说话，单声道，48 kHz；为音质进一步调优</translation>
        </message>
        <message>
            <location filename="../../../assets/catalogue/dots.json" />
            <source>Speech in the voice of a reference recording, mono, 48 kHz; the base model</source>
            <translation>用参考录音的声音说话，单声道，48 kHz；基础模型</translation>
        </message>
        <message>
            <location filename="../../../assets/catalogue/dots.json" />
            <source>Speech in the voice of a reference recording, mono, 48 kHz; four steps instead of ten</source>
            <translation>用参考录音的声音说话，单声道，48 kHz；四步而非十步</translation>
        </message>
        <message>
            <location filename="../../../assets/catalogue/dots.json" />
            <source>Speech in the voice of a reference recording, mono, 48 kHz; distilled to two steps</source>
            <translation>用参考录音的声音说话，单声道，48 kHz；蒸馏为两步</translation>
        </message>
        <message>
            <location filename="../../../assets/catalogue/dots.json" />
            <source>Speech in the voice of a reference recording, mono, 48 kHz; distilled to one step: the fastest</source>
            <translation>用参考录音的声音说话，单声道，48 kHz；蒸馏为一步：最快</translation>
        </message>
        <message>
            <location filename="../../../assets/catalogue/moss_sound_effect.json" />
            <source>Sound effects and ambiences, mono, 48 kHz, up to 30 s; every take computes the whole 30 s</source>
            <translation>音效和环境声，单声道，48 kHz，最长 30 秒；每次生成都计算完整的 30 秒</translation>
        </message>
        <message>
            <location filename="../../../assets/catalogue/stable_audio_3.json" />
            <source>Free, also commercially, for people and companies below 1 million US dollars of yearly revenue; above that it needs an agreement. The text encoder is under the Gemma terms.</source>
            <translation>年收入低于 100 万美元的个人和公司可免费使用，包括商业用途；超过则需另行签约。文本编码器适用 Gemma 条款。</translation>
        </message>
        <message>
            <location filename="../../../assets/catalogue/stable_audio_3.json" />
            <source>Sound effects and one-shots, stereo, 44.1 kHz, up to 120 s. Few steps</source>
            <translation>音效和单发音，立体声，44.1 kHz，最长 120 秒。步数少</translation>
        </message>
        <message>
            <location filename="../../../assets/catalogue/stable_audio_3.json" />
            <source>Music and instrument stems, stereo, 44.1 kHz, up to 120 s. Few steps</source>
            <translation>音乐和乐器分轨，立体声，44.1 kHz，最长 120 秒。步数少</translation>
        </message>
        <message>
            <location filename="../../../assets/catalogue/stable_audio_3.json" />
            <source>Music, instruments and sound effects, stereo, 44.1 kHz, up to 380 s. Few steps</source>
            <translation>音乐、乐器和音效，立体声，44.1 kHz，最长 380 秒。步数少</translation>
        </message>
        <message>
            <location filename="../../../assets/catalogue/stable_audio_3.json" />
            <source>Sound effects and one-shots, stereo, 44.1 kHz, up to 120 s. Base model for adapters: guidance and many steps</source>
            <translation>音效和单发音，立体声，44.1 kHz，最长 120 秒。供适配器使用的基础模型：需要引导和较多步数</translation>
        </message>
        <message>
            <location filename="../../../assets/catalogue/stable_audio_3.json" />
            <source>Bases of LoRA adapters of the -xs kinds. Ditone computes them from the weights where the file is missing.</source>
            <translation>-xs 类 LoRA 适配器的基底。缺少该文件时，Ditone 会由权重计算。</translation>
        </message>
        <message>
            <location filename="../../../assets/catalogue/stable_audio_3.json" />
            <source>Music and instrument stems, stereo, 44.1 kHz, up to 120 s. Base model for adapters: guidance and many steps</source>
            <translation>音乐和乐器分轨，立体声，44.1 kHz，最长 120 秒。供适配器使用的基础模型：需要引导和较多步数</translation>
        </message>
        <message>
            <location filename="../../../assets/catalogue/stable_audio_3.json" />
            <source>Music, instruments and sound effects, stereo, 44.1 kHz, up to 380 s. Base model for adapters: guidance and many steps</source>
            <translation>音乐、乐器和音效，立体声，44.1 kHz，最长 380 秒。供适配器使用的基础模型：需要引导和较多步数</translation>
        </message>
    </context>
    <context>
        <name>CellTile</name>
        <message>
            <location filename="../../../gui/compare/cell_tile.py" />
            <source>waiting</source>
            <translation>等待</translation>
        </message>
        <message>
            <location filename="../../../gui/compare/cell_tile.py" />
            <source>, made in {seconds} s</source>
            <translation>，用时 {seconds} 秒</translation>
        </message>
        <message>
            <location filename="../../../gui/compare/cell_tile.py" />
            <source>failed</source>
            <translation>失败</translation>
        </message>
        <message>
            <location filename="../../../gui/compare/cell_tile.py" />
            <source>reference</source>
            <translation>参考</translation>
        </message>
    </context>
    <context>
        <name>ChoiceRow</name>
        <message>
            <location filename="../../../gui/panels/plain_rows.py" />
            <source>"{value}" is not available with this model.</source>
            <translation>此模型没有“{value}”。</translation>
        </message>
    </context>
    <context>
        <name>CommandBar</name>
        <message>
            <location filename="../../../gui/panels/command_bar.py" />
            <source>Choose a model</source>
            <translation>选择模型</translation>
        </message>
        <message>
            <location filename="../../../gui/panels/command_bar.py" />
            <source>Generate</source>
            <translation>生成</translation>
        </message>
        <message>
            <location filename="../../../gui/panels/command_bar.py" />
            <source>How many takes</source>
            <translation>生成几个片段</translation>
        </message>
        <message>
            <location filename="../../../gui/panels/command_bar.py" />
            <source>How many takes, each with the next seed</source>
            <translation>生成几个片段，每个依次使用下一个种子</translation>
        </message>
        <message>
            <location filename="../../../gui/panels/command_bar.py" />
            <source>Cancel</source>
            <translation>取消</translation>
        </message>
        <message>
            <location filename="../../../gui/panels/command_bar.py" />
            <source>Stop the running take</source>
            <translation>停止正在生成的片段</translation>
        </message>
        <message>
            <location filename="../../../gui/panels/command_bar.py" />
            <source>Progress</source>
            <translation>进度</translation>
        </message>
        <message>
            <location filename="../../../gui/panels/command_bar.py" />
            <source>State: {words}</source>
            <translation>状态：{words}</translation>
        </message>
        <message>
            <location filename="../../../gui/panels/command_bar.py" />
            <source>1 running</source>
            <translation>1 个正在生成</translation>
        </message>
        <message>
            <location filename="../../../gui/panels/command_bar.py" />
            <source>{count} waiting</source>
            <translation>{count} 个等待</translation>
        </message>
        <message>
            <location filename="../../../gui/panels/command_bar.py" />
            <source>paused</source>
            <translation>已暂停</translation>
        </message>
        <message>
            <location filename="../../../gui/panels/command_bar.py" />
            <source>Starts when the model is loaded</source>
            <translation>模型载入后开始</translation>
        </message>
        <message>
            <location filename="../../../gui/panels/command_bar.py" />
            <source>Model: {text}</source>
            <translation>模型：{text}</translation>
        </message>
        <message>
            <location filename="../../../gui/panels/command_bar.py" />
            <source>Choose, inspect or unload a model</source>
            <translation>选择、查看或卸载模型</translation>
        </message>
        <message>
            <location filename="../../../gui/panels/command_bar.py" />
            <source>No model is ready to be used.</source>
            <translation>没有可用的模型。</translation>
        </message>
        <message>
            <location filename="../../../gui/panels/command_bar.py" />
            <source>Make the sound ({keys}). With Shift: replace what is queued.</source>
            <translation>生成声音 ({keys})。按住 Shift：替换队列中等待的片段。</translation>
        </message>
    </context>
    <context>
        <name>ComparePanel</name>
        <message>
            <location filename="../../../gui/compare/panel.py" />
            <source>These sounds could not be compared: {why}</source>
            <translation>无法比较这两个声音：{why}</translation>
        </message>
        <message>
            <location filename="../../../gui/compare/panel.py" />
            <source>Put two sounds into lanes A and B to compare them.
Pin A ({keys}), then generate again.</source>
            <translation>在轨道 A 和 B 中各放一个声音来比较。
固定 A ({keys})，然后再生成一次。</translation>
        </message>
        <message>
            <location filename="../../../gui/compare/panel.py" />
            <source>Listening test: {result}</source>
            <translation>听音测试：{result}</translation>
        </message>
        <message>
            <location filename="../../../gui/compare/panel.py" />
            <source>Selection {start} – {end}</source>
            <translation>选区 {start} – {end}</translation>
        </message>
        <message>
            <location filename="../../../gui/compare/panel.py" />
            <source>Align first</source>
            <translation>先对齐</translation>
        </message>
        <message>
            <location filename="../../../gui/compare/panel.py" />
            <source>Take out the delay of B before comparing samples</source>
            <translation>比较采样前先消除 B 的延迟</translation>
        </message>
        <message>
            <location filename="../../../gui/compare/panel.py" />
            <source>Keep step traces of new takes</source>
            <translation>保留新片段的每步轨迹</translation>
        </message>
        <message>
            <location filename="../../../gui/compare/panel.py" />
            <source>Two takes with traces show at which step they part; a trace costs memory as long as the take is in a lane</source>
            <translation>两个带轨迹的片段能显示在哪一步分开；片段在轨道中时，轨迹会占用内存</translation>
        </message>
        <message>
            <location filename="../../../gui/compare/panel.py" />
            <source>Measure against another seed</source>
            <translation>与另一个种子相比</translation>
        </message>
        <message>
            <location filename="../../../gui/compare/panel.py" />
            <source>Makes one take like A with another seed: the yardstick for how much this difference is</source>
            <translation>用另一个种子生成一个与 A 相同设置的片段，作为衡量差异大小的基准</translation>
        </message>
        <message>
            <location filename="../../../gui/compare/panel.py" />
            <source>Copy</source>
            <translation>复制</translation>
        </message>
        <message>
            <location filename="../../../gui/compare/panel.py" />
            <source>As Markdown</source>
            <translation>复制为 Markdown</translation>
        </message>
        <message>
            <location filename="../../../gui/compare/panel.py" />
            <source>As CSV</source>
            <translation>复制为 CSV</translation>
        </message>
        <message>
            <location filename="../../../gui/compare/panel.py" />
            <source>Blind test…</source>
            <translation>盲听测试…</translation>
        </message>
        <message>
            <location filename="../../../gui/compare/panel.py" />
            <source>Sweep…</source>
            <translation>参数扫描…</translation>
        </message>
        <message>
            <location filename="../../../gui/compare/panel.py" />
            <source>Faster setting…</source>
            <translation>快速等效…</translation>
        </message>
        <message>
            <location filename="../../../gui/compare/panel.py" />
            <source>Table…</source>
            <translation>对比表…</translation>
        </message>
        <message>
            <location filename="../../../gui/compare/panel.py" />
            <source>Bench…</source>
            <translation>基准测试…</translation>
        </message>
        <message>
            <location filename="../../../gui/compare/panel.py" />
            <source>Report…</source>
            <translation>报告…</translation>
        </message>
        <message>
            <location filename="../../../gui/compare/panel.py" />
            <source>The chosen takes of the list, or all of them, beside the one in lane A</source>
            <translation>将列表中选中的（或全部）结果与 A 轨的结果逐一对比</translation>
        </message>
        <message>
            <location filename="../../../gui/compare/panel.py" />
            <source>Times the present settings in turns with other precisions, solvers and steps</source>
            <translation>将当前设置与其他精度、求解器和步数轮流计时</translation>
        </message>
    </context>
    <context>
        <name>ComparisonController</name>
        <message>
            <location filename="../../../gui/controllers/comparison_controller.py" />
            <source>Folder for the report</source>
            <translation>报告的文件夹</translation>
        </message>
        <message>
            <location filename="../../../gui/controllers/comparison_controller.py" />
            <source>The report is in {folder}.</source>
            <translation>报告在 {folder}。</translation>
        </message>
    </context>
    <context>
        <name>ConsentBox</name>
        <message>
            <location filename="../../../gui/widgets/consent_box.py" />
            <source>I may use this voice</source>
            <translation>我有权使用此音色</translation>
        </message>
        <message>
            <location filename="../../../gui/widgets/consent_box.py" />
            <source>It is my own, or its owner agrees. The tick is stored with the voice.</source>
            <translation>这是我自己的声音，或已得到本人同意。此勾选会与音色一起保存。</translation>
        </message>
        <message>
            <location filename="../../../gui/widgets/consent_box.py" />
            <source>Tick "{words}" first</source>
            <translation>请先勾选“{words}”</translation>
        </message>
    </context>
    <context>
        <name>ContactSheet</name>
        <message>
            <location filename="../../../gui/compare/contact_sheet.py" />
            <source>What the colours show</source>
            <translation>颜色表示什么</translation>
        </message>
        <message>
            <location filename="../../../gui/compare/contact_sheet.py" />
            <source>Close</source>
            <translation>关闭</translation>
        </message>
        <message>
            <location filename="../../../gui/compare/contact_sheet.py" />
            <source>Sweep</source>
            <translation>参数扫描</translation>
        </message>
        <message>
            <location filename="../../../gui/compare/contact_sheet.py" />
            <source>Parity with the reference:</source>
            <translation>与参考的一致度：</translation>
        </message>
        <message>
            <location filename="../../../gui/compare/contact_sheet.py" />
            <source>Click or Space: play · double click or Enter: to a lane · R: make it the reference. The greener, the more alike.</source>
            <translation>单击或空格：播放 · 双击或回车：放到轨道 · R：设为参考。越绿越相似。</translation>
        </message>
        <message>
            <location filename="../../../gui/compare/contact_sheet.py" />
            <source>{done} of {total} takes</source>
            <translation>{done} / {total} 个片段</translation>
        </message>
        <message>
            <location filename="../../../gui/compare/contact_sheet.py" />
            <source>, {count} failed</source>
            <translation>，{count} 个失败</translation>
        </message>
    </context>
    <context>
        <name>Controls</name>
        <message>
            <location filename="../../../models/cosyvoice3/controls.py" />
            <source>Clone</source>
            <translation>克隆</translation>
        </message>
        <message>
            <location filename="../../../models/cosyvoice3/controls.py" />
            <source>Speaks like the reference; needs its transcript. Text in the language of the reference.</source>
            <translation>像参考录音一样说话；需要其文字稿。文本使用参考录音的语言。</translation>
        </message>
        <message>
            <location filename="../../../models/cosyvoice3/controls.py" />
            <source>Cross-lingual</source>
            <translation>跨语言</translation>
        </message>
        <message>
            <location filename="../../../models/cosyvoice3/controls.py" />
            <source>The voice of the reference in another language; no transcript needed.</source>
            <translation>用参考录音的音色说另一种语言；不需要文字稿。</translation>
        </message>
        <message>
            <location filename="../../../models/cosyvoice3/controls.py" />
            <source>Instruct</source>
            <translation>指令</translation>
        </message>
        <message>
            <location filename="../../../models/cosyvoice3/controls.py" />
            <source>The voice of the reference with a dialect, a mood or another instruction.</source>
            <translation>参考录音的音色，加上方言、情绪或其他指令。</translation>
        </message>
        <message>
            <location filename="../../../models/cosyvoice3/controls.py" />
            <source>Convert voice</source>
            <translation>转换音色</translation>
        </message>
        <message>
            <location filename="../../../models/cosyvoice3/controls.py" />
            <source>The words and timing of another recording in the voice of the reference; no text needed.</source>
            <translation>用参考录音的音色重说另一段录音的内容和节奏；不需要文本。</translation>
        </message>
        <message>
            <location filename="../../../models/cosyvoice3/controls.py" />
            <source>Base</source>
            <translation>基础</translation>
        </message>
        <message>
            <location filename="../../../models/cosyvoice3/controls.py" />
            <source>llm.pt</source>
            <translation>llm.pt</translation>
        </message>
        <message>
            <location filename="../../../models/cosyvoice3/controls.py" />
            <source>Reinforcement-tuned</source>
            <translation>强化调优</translation>
        </message>
        <message>
            <location filename="../../../models/cosyvoice3/controls.py" />
            <source>llm.rl.pt: fewer word errors, a little less like the reference</source>
            <translation>llm.rl.pt：词错误更少，与参考稍欠相似</translation>
        </message>
        <message>
            <location filename="../../../models/cosyvoice3/controls.py" />
            <source>Text</source>
            <translation>文本</translation>
        </message>
        <message>
            <location filename="../../../models/cosyvoice3/controls.py" />
            <source>What is said. Japanese is best written in katakana.</source>
            <translation>要说的内容。日语最好写成片假名。</translation>
        </message>
        <message>
            <location filename="../../../models/cosyvoice3/controls.py" />
            <source>Speed</source>
            <translation>语速</translation>
        </message>
        <message>
            <location filename="../../../models/cosyvoice3/controls.py" />
            <source>Stretches the result at the same pitch.</source>
            <translation>在音高不变的情况下拉伸结果。</translation>
        </message>
        <message>
            <location filename="../../../models/cosyvoice3/controls.py" />
            <source>Mode Instruct only.</source>
            <translation>仅“指令”模式。</translation>
        </message>
        <message>
            <location filename="../../../models/cosyvoice3/controls.py" />
            <source>Mode</source>
            <translation>模式</translation>
        </message>
        <message>
            <location filename="../../../models/cosyvoice3/controls.py" />
            <source>Reference voice</source>
            <translation>参考音色</translation>
        </message>
        <message>
            <location filename="../../../models/cosyvoice3/controls.py" />
            <source>A recording of up to 30 s (3 to 15 s are best), or the name of a saved voice.</source>
            <translation>最长 30 秒的录音（3 到 15 秒最佳），或已保存音色的名称。</translation>
        </message>
        <message>
            <location filename="../../../models/cosyvoice3/controls.py" />
            <source>Transcript</source>
            <translation>文字稿</translation>
        </message>
        <message>
            <location filename="../../../models/cosyvoice3/controls.py" />
            <source>The exact words of the reference; a saved voice brings its own.</source>
            <translation>参考录音的准确文字；已保存的音色自带文字稿。</translation>
        </message>
        <message>
            <location filename="../../../models/cosyvoice3/controls.py" />
            <source>Save voice as</source>
            <translation>音色另存为</translation>
        </message>
        <message>
            <location filename="../../../models/cosyvoice3/controls.py" />
            <source>Keeps the reference under this name for later takes.</source>
            <translation>以此名称保存参考录音，供以后使用。</translation>
        </message>
        <message>
            <location filename="../../../models/cosyvoice3/controls.py" />
            <source>Instruction in words</source>
            <translation>文字指令</translation>
        </message>
        <message>
            <location filename="../../../models/cosyvoice3/controls.py" />
            <source>Mode Instruct only; goes behind the lists.</source>
            <translation>仅“指令”模式；放在各列表之后。</translation>
        </message>
        <message>
            <location filename="../../../models/cosyvoice3/controls.py" />
            <source>Recording to convert</source>
            <translation>要转换的录音</translation>
        </message>
        <message>
            <location filename="../../../models/cosyvoice3/controls.py" />
            <source>Mode Convert voice only; up to 30 s.</source>
            <translation>仅“转换音色”模式；最长 30 秒。</translation>
        </message>
        <message>
            <location filename="../../../models/cosyvoice3/controls.py" />
            <source>Language model</source>
            <translation>语言模型</translation>
        </message>
        <message>
            <location filename="../../../models/cosyvoice3/controls.py" />
            <source>Guidance rate</source>
            <translation>引导率</translation>
        </message>
        <message>
            <location filename="../../../models/cosyvoice3/controls.py" />
            <source>The family's own measure: 0 is without guidance, 0.7 a CFG scale of 1.7.</source>
            <translation>该系列自己的度量：0 为无引导，0.7 相当于 CFG 强度 1.7。</translation>
        </message>
        <message>
            <location filename="../../../models/cosyvoice3/controls.py" />
            <source>APG</source>
            <translation>APG</translation>
        </message>
        <message>
            <location filename="../../../models/cosyvoice3/controls.py" />
            <source>0 plain CFG; above 0 is an extension.</source>
            <translation>0 为普通 CFG；大于 0 是扩展功能。</translation>
        </message>
        <message>
            <location filename="../../../models/cosyvoice3/controls.py" />
            <source>Steps</source>
            <translation>步数</translation>
        </message>
        <message>
            <location filename="../../../models/cosyvoice3/controls.py" />
            <source>Seed</source>
            <translation>种子</translation>
        </message>
        <message>
            <location filename="../../../models/cosyvoice3/controls.py" />
            <source>Draws the words' timing and melody.</source>
            <translation>决定语句的节奏和语调。</translation>
        </message>
        <message>
            <location filename="../../../models/cosyvoice3/controls.py" />
            <source>Sound seed</source>
            <translation>声音种子</translation>
        </message>
        <message>
            <location filename="../../../models/cosyvoice3/controls.py" />
            <source>The noise of the flow; 0 is the original's, which is the same for every line.</source>
            <translation>流的噪声；0 为原版噪声，每一句都相同。</translation>
        </message>
        <message>
            <location filename="../../../models/cosyvoice3/controls.py" />
            <source>Stream</source>
            <translation>流式</translation>
        </message>
        <message>
            <location filename="../../../models/cosyvoice3/controls.py" />
            <source>Sound comes in chunks while words are still being made.</source>
            <translation>语句还在生成时，声音就分块输出。</translation>
        </message>
        <message>
            <location filename="../../../models/cosyvoice3/controls.py" />
            <source>Interleave text</source>
            <translation>交错文本</translation>
        </message>
        <message>
            <location filename="../../../models/cosyvoice3/controls.py" />
            <source>The model reads five text tokens, speaks fifteen, and so on; for modes with a prompt in front.</source>
            <translation>模型读五个文本标记，说十五个语音标记，如此往复；用于前面带提示的模式。</translation>
        </message>
        <message>
            <location filename="../../../models/cosyvoice3/controls.py" />
            <source>Prepare text</source>
            <translation>预处理文本</translation>
        </message>
        <message>
            <location filename="../../../models/cosyvoice3/controls.py" />
            <source>Writes figures in words and splits long texts into pieces.</source>
            <translation>把数字写成文字，并把长文本分成几段。</translation>
        </message>
        <message>
            <location filename="../../../models/cosyvoice3/controls.py" />
            <source>Reading</source>
            <translation>读法</translation>
        </message>
        <message>
            <location filename="../../../models/cosyvoice3/controls.py" />
            <source>Only piece</source>
            <translation>只生成第几段</translation>
        </message>
        <message>
            <location filename="../../../models/cosyvoice3/controls.py" />
            <source>0 makes all; alone it is the same as in the whole.</source>
            <translation>0 为全部；单独生成与整体中的相同。</translation>
        </message>
        <message>
            <location filename="../../../models/cosyvoice3/controls.py" />
            <source>Seeds of pieces</source>
            <translation>各段的种子</translation>
        </message>
        <message>
            <location filename="../../../models/cosyvoice3/controls.py" />
            <source>2=77, 5=3 makes the second and fifth piece anew.</source>
            <translation>2=77, 5=3 会重新生成第二段和第五段。</translation>
        </message>
        <message>
            <location filename="../../../models/cosyvoice3/controls.py" />
            <source>Token choice</source>
            <translation>标记选取</translation>
        </message>
        <message>
            <location filename="../../../models/cosyvoice3/controls.py" />
            <source>Minimum length</source>
            <translation>最小长度</translation>
        </message>
        <message>
            <location filename="../../../models/cosyvoice3/controls.py" />
            <source>As published</source>
            <translation>按发布设置</translation>
        </message>
        <message>
            <location filename="../../../models/cosyvoice3/controls.py" />
            <source>Euler 10, guidance rate 0.7, the original's noise.</source>
            <translation>Euler 10 步，引导率 0.7，原版噪声。</translation>
        </message>
        <message>
            <location filename="../../../models/cosyvoice3/controls.py" />
            <source>Draft</source>
            <translation>草稿</translation>
        </message>
        <message>
            <location filename="../../../models/cosyvoice3/controls.py" />
            <source>Half the flow's time.</source>
            <translation>流的时间减半。</translation>
        </message>
        <message>
            <location filename="../../../models/cosyvoice3/controls.py" />
            <source>Without guidance</source>
            <translation>无引导</translation>
        </message>
        <message>
            <location filename="../../../models/cosyvoice3/controls.py" />
            <source>Half the flow's time; less like the reference.</source>
            <translation>流的时间减半；与参考稍欠相似。</translation>
        </message>
        <message>
            <location filename="../../../models/cosyvoice3/controls.py" />
            <source>Midpoint</source>
            <translation>中点法</translation>
        </message>
        <message>
            <location filename="../../../models/cosyvoice3/controls.py" />
            <source>The cost of the published recipe.</source>
            <translation>耗时与发布设置相同。</translation>
        </message>
        <message>
            <location filename="../../../models/cosyvoice3/controls.py" />
            <source>As people read</source>
            <translation>像人一样读</translation>
        </message>
        <message>
            <location filename="../../../models/cosyvoice3/controls.py" />
            <source>figures, dates, units and abbreviations in words; no piece passes the limit</source>
            <translation>数字、日期、单位和缩写读成文字；每一段都不超过上限</translation>
        </message>
        <message>
            <location filename="../../../models/cosyvoice3/controls.py" />
            <source>whole numbers only, cut and joined as the original does; for comparisons</source>
            <translation>只处理整数，切分和拼接与原版相同；用于比较</translation>
        </message>
        <message>
            <location filename="../../../models/cosyvoice3/controls.py" />
            <source>Sampled</source>
            <translation>抽样</translation>
        </message>
        <message>
            <location filename="../../../models/cosyvoice3/controls.py" />
            <source>repetition-aware, as published</source>
            <translation>避免重复，按发布设置</translation>
        </message>
        <message>
            <location filename="../../../models/cosyvoice3/controls.py" />
            <source>Likeliest</source>
            <translation>最可能</translation>
        </message>
        <message>
            <location filename="../../../models/cosyvoice3/controls.py" />
            <source>no chance in it; monotonous, for comparisons</source>
            <translation>没有随机性；单调，供比较用</translation>
        </message>
        <message>
            <location filename="../../../models/cosyvoice3/controls.py" />
            <source>Kept</source>
            <translation>遵守</translation>
        </message>
        <message>
            <location filename="../../../models/cosyvoice3/controls.py" />
            <source>two speech tokens per text token at least</source>
            <translation>每个文本标记至少两个语音标记</translation>
        </message>
        <message>
            <location filename="../../../models/cosyvoice3/controls.py" />
            <source>As in the original</source>
            <translation>与原版相同</translation>
        </message>
        <message>
            <location filename="../../../models/cosyvoice3/controls.py" />
            <source>which does not enforce its own minimum; for comparisons</source>
            <translation>原版不强制其最小长度；供比较用</translation>
        </message>
        <message>
            <location filename="../../../models/cosyvoice3/instructions.py" />
            <source>None</source>
            <translation>无</translation>
        </message>
        <message>
            <location filename="../../../models/dots/controls.py" />
            <source>CFG scale</source>
            <translation>CFG 强度</translation>
        </message>
        <message>
            <location filename="../../../models/dots/controls.py" />
            <source>By script</source>
            <translation>按文字判断</translation>
        </message>
        <message>
            <location filename="../../../models/dots/controls.py" />
            <source>Only where the script names the language: Chinese, Japanese, Korean, Thai, Greek, Hebrew, Hindi.</source>
            <translation>仅当文字能表明语言时：中文、日文、韩文、泰文、希腊文、希伯来文、印地文。</translation>
        </message>
        <message>
            <location filename="../../../models/dots/controls.py" />
            <source>What is said. Chinese and English are best supported.</source>
            <translation>要说的内容。对中文和英文支持最好。</translation>
        </message>
        <message>
            <location filename="../../../models/dots/controls.py" />
            <source>Language</source>
            <translation>语言</translation>
        </message>
        <message>
            <location filename="../../../models/dots/controls.py" />
            <source>A weak hint, put before the text.</source>
            <translation>放在文本前面的弱提示。</translation>
        </message>
        <message>
            <location filename="../../../models/dots/controls.py" />
            <source>Accent</source>
            <translation>口音</translation>
        </message>
        <message>
            <location filename="../../../models/dots/controls.py" />
            <source>A Chinese accent such as 四川话; takes the place of the language.</source>
            <translation>中文口音，例如四川话；代替语言一项。</translation>
        </message>
        <message>
            <location filename="../../../models/dots/controls.py" />
            <source>3 to 10 s of one clear voice. Without one the voice is random.</source>
            <translation>3 到 10 秒单人清晰语音。没有时音色是随机的。</translation>
        </message>
        <message>
            <location filename="../../../models/dots/controls.py" />
            <source>The exact words of the reference. With it the speech continues the recording, which is steadier.</source>
            <translation>参考录音的准确文字。有它时语音接着录音往下说，更稳定。</translation>
        </message>
        <message>
            <location filename="../../../models/dots/controls.py" />
            <source>Voice strength</source>
            <translation>音色强度</translation>
        </message>
        <message>
            <location filename="../../../models/dots/controls.py" />
            <source>The network predicts mean velocities of whole steps.</source>
            <translation>网络预测整步的平均速度。</translation>
        </message>
        <message>
            <location filename="../../../models/dots/controls.py" />
            <source>Consistency steps</source>
            <translation>一致性步数</translation>
        </message>
        <message>
            <location filename="../../../models/dots/controls.py" />
            <source>Euler</source>
            <translation>Euler</translation>
        </message>
        <message>
            <location filename="../../../models/dots/controls.py" />
            <source>Solver</source>
            <translation>求解器</translation>
        </message>
        <message>
            <location filename="../../../models/dots/controls.py" />
            <source>Long text</source>
            <translation>长文本</translation>
        </message>
        <message>
            <location filename="../../../models/dots/controls.py" />
            <source>Only pieces</source>
            <translation>只生成哪些段</translation>
        </message>
        <message>
            <location filename="../../../models/dots/controls.py" />
            <source>Makes only these pieces of a split text: 2, or 1,3-4.</source>
            <translation>只生成拆分文本中的这些段：2，或 1,3-4。</translation>
        </message>
        <message>
            <location filename="../../../models/dots/controls.py" />
            <source>Other seeds for single pieces: 2:17 5:3.</source>
            <translation>个别段使用其他种子：2:17 5:3。</translation>
        </message>
        <message>
            <location filename="../../../models/dots/controls.py" />
            <source>Pause between pieces</source>
            <translation>段间停顿</translation>
        </message>
        <message>
            <location filename="../../../models/dots/controls.py" />
            <source>Patch limit</source>
            <translation>块数上限</translation>
        </message>
        <message>
            <location filename="../../../models/dots/controls.py" />
            <source>Stop threshold</source>
            <translation>停止阈值</translation>
        </message>
        <message>
            <location filename="../../../models/dots/controls.py" />
            <source>Probability of the end from which on the speech ends; 1 never ends before the limit.</source>
            <translation>结束概率达到此值时语音结束；1 表示到上限之前不结束。</translation>
        </message>
        <message>
            <location filename="../../../models/dots/controls.py" />
            <source>Figures as words</source>
            <translation>数字写成文字</translation>
        </message>
        <message>
            <location filename="../../../models/dots/controls.py" />
            <source>Writes out numbers, dates, units and abbreviations of Chinese and English text.</source>
            <translation>把中文和英文里的数字、日期、单位和缩写写成文字。</translation>
        </message>
        <message>
            <location filename="../../../models/dots/controls.py" />
            <source>The published default.</source>
            <translation>发布时的默认设置。</translation>
        </message>
        <message>
            <location filename="../../../models/dots/controls.py" />
            <source>Everything is fixed.</source>
            <translation>一切固定。</translation>
        </message>
        <message>
            <location filename="../../../models/dots/controls.py" />
            <source>Split when needed</source>
            <translation>需要时拆分</translation>
        </message>
        <message>
            <location filename="../../../models/dots/controls.py" />
            <source>Only text that may not fit the patch limit is spoken in pieces.</source>
            <translation>只有可能超出块数上限的文本才分段朗读。</translation>
        </message>
        <message>
            <location filename="../../../models/dots/controls.py" />
            <source>Split into sentences</source>
            <translation>按句拆分</translation>
        </message>
        <message>
            <location filename="../../../models/dots/controls.py" />
            <source>Never split</source>
            <translation>从不拆分</translation>
        </message>
        <message>
            <location filename="../../../models/mini/family.py" />
            <source>Default</source>
            <translation>默认</translation>
        </message>
        <message>
            <location filename="../../../models/mini/family.py" />
            <source>Euler 20, CFG 3 with APG.</source>
            <translation>Euler 20 步，CFG 3，带 APG。</translation>
        </message>
        <message>
            <location filename="../../../models/mini/family.py" />
            <source>Fast</source>
            <translation>快速</translation>
        </message>
        <message>
            <location filename="../../../models/mini/family.py" />
            <source>Euler with 8 steps.</source>
            <translation>Euler 8 步。</translation>
        </message>
        <message>
            <location filename="../../../models/mini/family.py" />
            <source>Plain CFG</source>
            <translation>普通 CFG</translation>
        </message>
        <message>
            <location filename="../../../models/mini/family.py" />
            <source>CFG 1.5 without APG.</source>
            <translation>CFG 1.5，不带 APG。</translation>
        </message>
        <message>
            <location filename="../../../models/mini/family.py" />
            <source>Prompt</source>
            <translation>提示词</translation>
        </message>
        <message>
            <location filename="../../../models/mini/family.py" />
            <source>Negative prompt</source>
            <translation>负面提示词</translation>
        </message>
        <message>
            <location filename="../../../models/mini/family.py" />
            <source>What the guidance moves away from.</source>
            <translation>引导所远离的内容。</translation>
        </message>
        <message>
            <location filename="../../../models/mini/family.py" />
            <source>Duration</source>
            <translation>时长</translation>
        </message>
        <message>
            <location filename="../../../models/mini/family.py" />
            <source>Loop</source>
            <translation>循环</translation>
        </message>
        <message>
            <location filename="../../../models/mini/family.py" />
            <source>The end runs on into the beginning, for ambiences that play on and on. From about 4 s.</source>
            <translation>结尾接续开头,适合持续播放的环境声。约 4 秒起。</translation>
        </message>
        <message>
            <location filename="../../../models/mini/family.py" />
            <source>When the sound is over</source>
            <translation>声音结束之后</translation>
        </message>
        <message>
            <location filename="../../../models/mini/family.py" />
            <source>0 plain CFG, 1 removes the part that over-saturates.</source>
            <translation>0 为普通 CFG，1 去掉造成过饱和的部分。</translation>
        </message>
        <message>
            <location filename="../../../models/mini/family.py" />
            <source>Decoder</source>
            <translation>解码器</translation>
        </message>
        <message>
            <location filename="../../../models/mini/family.py" />
            <source>Stereo width</source>
            <translation>立体声宽度</translation>
        </message>
        <message>
            <location filename="../../../models/mini/family.py" />
            <source>Of textures such as rain or applause; 0 keeps them mono. One-shots are always mono.</source>
            <translation>用于雨声、掌声等持续的声音；0 保持单声道。短促的单次声音始终为单声道。</translation>
        </message>
        <message>
            <location filename="../../../models/mini/family.py" />
            <source>Silence up to the duration</source>
            <translation>静音直到设定时长</translation>
        </message>
        <message>
            <location filename="../../../models/mini/family.py" />
            <source>The take is as long as asked.</source>
            <translation>作品与所要求的一样长。</translation>
        </message>
        <message>
            <location filename="../../../models/mini/family.py" />
            <source>Cut there</source>
            <translation>在那里截断</translation>
        </message>
        <message>
            <location filename="../../../models/mini/family.py" />
            <source>The take may be shorter than asked; a note says so.</source>
            <translation>作品可能比所要求的短，会有提示说明。</translation>
        </message>
        <message>
            <location filename="../../../models/mini/family.py" />
            <source>Neural</source>
            <translation>神经网络</translation>
        </message>
        <message>
            <location filename="../../../models/mini/family.py" />
            <source>ConvNeXt, drawn noise and inverse STFT; sharper</source>
            <translation>ConvNeXt、抽取的噪声与逆短时傅里叶变换；更清晰</translation>
        </message>
        <message>
            <location filename="../../../models/mini/family.py" />
            <source>Griffin-Lim</source>
            <translation>Griffin-Lim</translation>
        </message>
        <message>
            <location filename="../../../models/mini/family.py" />
            <source>no learned part; 32 iterations</source>
            <translation>没有学习的部分；32 次迭代</translation>
        </message>
        <message>
            <location filename="../../../models/mini/voice/describe.py" />
            <source>Euler 16, no CFG.</source>
            <translation>Euler 16 步，不用 CFG。</translation>
        </message>
        <message>
            <location filename="../../../models/mini/voice/describe.py" />
            <source>Midpoint with 4 steps.</source>
            <translation>中点法 4 步。</translation>
        </message>
        <message>
            <location filename="../../../models/mini/voice/describe.py" />
            <source>English. Numbers, dates and money are read aloud.</source>
            <translation>英语。会读出数字、日期和金额。</translation>
        </message>
        <message>
            <location filename="../../../models/mini/voice/describe.py" />
            <source>Renders one sentence of the text again; 0 is the whole text.</source>
            <translation>重新生成文本中的一句；0 为全文。</translation>
        </message>
        <message>
            <location filename="../../../models/mini/voice/describe.py" />
            <source>Temperature</source>
            <translation>温度</translation>
        </message>
        <message>
            <location filename="../../../models/mini/voice/describe.py" />
            <source>How much noise the voice starts from: low is clear and even, high is livelier and rougher.</source>
            <translation>语音从多少噪声开始：低则清晰平稳，高则更生动也更粗糙。</translation>
        </message>
        <message>
            <location filename="../../../models/mini/voice/describe.py" />
            <source>Show phonemes</source>
            <translation>显示音素</translation>
        </message>
        <message>
            <location filename="../../../models/mini/voice/describe.py" />
            <source>Lists what was read beside the take.</source>
            <translation>在片段旁列出所读的内容。</translation>
        </message>
        <message>
            <location filename="../../../models/moss_sound_effect/controls.py" />
            <source>English or Chinese; other languages are untrained.</source>
            <translation>英文或中文；其他语言未经训练。</translation>
        </message>
        <message>
            <location filename="../../../models/moss_sound_effect/controls.py" />
            <source>1 turns guidance off and halves the time.</source>
            <translation>1 关闭引导，时间减半。</translation>
        </message>
        <message>
            <location filename="../../../models/moss_sound_effect/controls.py" />
            <source>Shift</source>
            <translation>偏移</translation>
        </message>
        <message>
            <location filename="../../../models/moss_sound_effect/controls.py" />
            <source>Above 1 spends more steps at high noise, where the sound is laid out.</source>
            <translation>大于 1 时在高噪声处花更多步，声音的布局在那里确定。</translation>
        </message>
        <message>
            <location filename="../../../models/moss_sound_effect/controls.py" />
            <source>Vary a sound</source>
            <translation>变化声音</translation>
        </message>
        <message>
            <location filename="../../../models/moss_sound_effect/controls.py" />
            <source>Starts from this sound instead of noise; an extension.</source>
            <translation>从此声音而不是噪声开始；扩展功能。</translation>
        </message>
        <message>
            <location filename="../../../models/moss_sound_effect/controls.py" />
            <source>Variation</source>
            <translation>变化程度</translation>
        </message>
        <message>
            <location filename="../../../models/moss_sound_effect/controls.py" />
            <source>How much of the sound is made anew; 1 keeps nothing of it.</source>
            <translation>声音有多少重新生成；1 表示完全不保留。</translation>
        </message>
        <message>
            <location filename="../../../models/moss_sound_effect/controls.py" />
            <source>Say the duration</source>
            <translation>说明时长</translation>
        </message>
        <message>
            <location filename="../../../models/moss_sound_effect/controls.py" />
            <source>Adds " duration: 5.0s" to the prompt, as half of the training captions have it.</source>
            <translation>在提示词后加上“ duration: 5.0s”，训练说明中有一半如此。</translation>
        </message>
        <message>
            <location filename="../../../models/moss_sound_effect/controls.py" />
            <source>End fade</source>
            <translation>结尾淡出</translation>
        </message>
        <message>
            <location filename="../../../models/moss_sound_effect/controls.py" />
            <source>Normalise</source>
            <translation>归一化</translation>
        </message>
        <message>
            <location filename="../../../models/moss_sound_effect/controls.py" />
            <source>Short canvas (experimental)</source>
            <translation>短画布（实验性）</translation>
        </message>
        <message>
            <location filename="../../../models/moss_sound_effect/controls.py" />
            <source>Computes only as many whole seconds as asked for. Faster, but the model was trained on the full length alone.</source>
            <translation>只计算所需的整秒数。更快，但模型只在全长上训练过。</translation>
        </message>
        <message>
            <location filename="../../../models/moss_sound_effect/controls.py" />
            <source>Free the text encoder</source>
            <translation>释放文本编码器</translation>
        </message>
        <message>
            <location filename="../../../models/moss_sound_effect/controls.py" />
            <source>Takes it out of memory once the prompt is read; a new prompt loads it again.</source>
            <translation>读完提示词后把它移出内存；新的提示词会重新载入。</translation>
        </message>
        <message>
            <location filename="../../../models/moss_sound_effect/controls.py" />
            <source>Half the time</source>
            <translation>时间减半</translation>
        </message>
        <message>
            <location filename="../../../models/moss_sound_effect/controls.py" />
            <source>Euler 50, CFG 4.</source>
            <translation>Euler 50 步，CFG 4。</translation>
        </message>
        <message>
            <location filename="../../../models/moss_sound_effect/controls.py" />
            <source>Preview</source>
            <translation>预览</translation>
        </message>
        <message>
            <location filename="../../../models/moss_sound_effect/controls.py" />
            <source>Euler 20, CFG 4: a fifth of the time, rough.</source>
            <translation>Euler 20 步，CFG 4：五分之一的时间，较粗糙。</translation>
        </message>
        <message>
            <location filename="../../../models/moss_sound_effect/controls.py" />
            <source>Midpoint 50: the cost of the published recipe.</source>
            <translation>中点法 50：耗时与发布设置相同。</translation>
        </message>
        <message>
            <location filename="../../../models/moss_sound_effect/controls.py" />
            <source>Off</source>
            <translation>关</translation>
        </message>
        <message>
            <location filename="../../../models/moss_sound_effect/controls.py" />
            <source>as the model made it</source>
            <translation>保持模型的原样</translation>
        </message>
        <message>
            <location filename="../../../models/moss_sound_effect/controls.py" />
            <source>Peak</source>
            <translation>峰值</translation>
        </message>
        <message>
            <location filename="../../../models/moss_sound_effect/controls.py" />
            <source>-1 dBTP</source>
            <translation>−1 dBTP</translation>
        </message>
        <message>
            <location filename="../../../models/moss_sound_effect/controls.py" />
            <source>Loudness</source>
            <translation>响度</translation>
        </message>
        <message>
            <location filename="../../../models/moss_sound_effect/controls.py" />
            <source>-23 LUFS, at most -1 dBTP</source>
            <translation>−23 LUFS，最高 −1 dBTP</translation>
        </message>
        <message>
            <location filename="../../../models/stable_audio_3/controls.py" />
            <source>Text to audio</source>
            <translation>文本生成音频</translation>
        </message>
        <message>
            <location filename="../../../models/stable_audio_3/controls.py" />
            <source>Audio to audio</source>
            <translation>音频生成音频</translation>
        </message>
        <message>
            <location filename="../../../models/stable_audio_3/controls.py" />
            <source>The source sets the course; the noise level says how far the take may leave it.</source>
            <translation>源音频决定走向；噪声水平决定片段可以偏离多远。</translation>
        </message>
        <message>
            <location filename="../../../models/stable_audio_3/controls.py" />
            <source>Inpaint regions</source>
            <translation>重绘区域</translation>
        </message>
        <message>
            <location filename="../../../models/stable_audio_3/controls.py" />
            <source>The regions are made anew, the rest of the source stays.</source>
            <translation>区域内重新生成，源音频的其余部分保留。</translation>
        </message>
        <message>
            <location filename="../../../models/stable_audio_3/controls.py" />
            <source>Continue</source>
            <translation>续写</translation>
        </message>
        <message>
            <location filename="../../../models/stable_audio_3/controls.py" />
            <source>The source goes on until the chosen duration.</source>
            <translation>源音频延续到选定的时长。</translation>
        </message>
        <message>
            <location filename="../../../models/stable_audio_3/controls.py" />
            <source>Log-SNR</source>
            <translation>对数信噪比</translation>
        </message>
        <message>
            <location filename="../../../models/stable_audio_3/controls.py" />
            <source>Log-SNR by length</source>
            <translation>按长度的对数信噪比</translation>
        </message>
        <message>
            <location filename="../../../models/stable_audio_3/controls.py" />
            <source>Longer sounds start at more noise.</source>
            <translation>较长的声音从更多噪声开始。</translation>
        </message>
        <message>
            <location filename="../../../models/stable_audio_3/controls.py" />
            <source>Full shift</source>
            <translation>完全偏移</translation>
        </message>
        <message>
            <location filename="../../../models/stable_audio_3/controls.py" />
            <source>Full shift with sine</source>
            <translation>带正弦的完全偏移</translation>
        </message>
        <message>
            <location filename="../../../models/stable_audio_3/controls.py" />
            <source>Flux shift</source>
            <translation>Flux 偏移</translation>
        </message>
        <message>
            <location filename="../../../models/stable_audio_3/controls.py" />
            <source>Even steps</source>
            <translation>等步长</translation>
        </message>
        <message>
            <location filename="../../../models/stable_audio_3/controls.py" />
            <source>Exact</source>
            <translation>精确</translation>
        </message>
        <message>
            <location filename="../../../models/stable_audio_3/controls.py" />
            <source>Frames behind the end are never looked at.</source>
            <translation>从不查看结尾之后的帧。</translation>
        </message>
        <message>
            <location filename="../../../models/stable_audio_3/controls.py" />
            <source>As without fused attention</source>
            <translation>如同不用融合注意力</translation>
        </message>
        <message>
            <location filename="../../../models/stable_audio_3/controls.py" />
            <source>What the original does on a CPU; for comparisons.</source>
            <translation>原版在 CPU 上的做法；供比较用。</translation>
        </message>
        <message>
            <location filename="../../../models/stable_audio_3/controls.py" />
            <source>float32</source>
            <translation>float32</translation>
        </message>
        <message>
            <location filename="../../../models/stable_audio_3/controls.py" />
            <source>bfloat16</source>
            <translation>bfloat16</translation>
        </message>
        <message>
            <location filename="../../../models/stable_audio_3/controls.py" />
            <source>The precision the text encoder is published in.</source>
            <translation>文本编码器发布时的精度。</translation>
        </message>
        <message>
            <location filename="../../../models/stable_audio_3/controls.py" />
            <source>English. Say what sounds, what it does and how it was recorded.</source>
            <translation>英语。说明是什么在发声、如何发声、怎样录制。</translation>
        </message>
        <message>
            <location filename="../../../models/stable_audio_3/controls.py" />
            <source>Works only with a CFG scale other than 1.</source>
            <translation>仅当 CFG 强度不为 1 时起作用。</translation>
        </message>
        <message>
            <location filename="../../../models/stable_audio_3/controls.py" />
            <source>This model was made to run at 1.</source>
            <translation>此模型设计为在 1 下运行。</translation>
        </message>
        <message>
            <location filename="../../../models/stable_audio_3/controls.py" />
            <source>1 switches guidance off.</source>
            <translation>1 关闭引导。</translation>
        </message>
        <message>
            <location filename="../../../models/stable_audio_3/controls.py" />
            <source>1 keeps only the part of guidance that does not add level.</source>
            <translation>1 只保留不增加电平的那部分引导。</translation>
        </message>
        <message>
            <location filename="../../../models/stable_audio_3/controls.py" />
            <source>APG norm limit</source>
            <translation>APG 范数上限</translation>
        </message>
        <message>
            <location filename="../../../models/stable_audio_3/controls.py" />
            <source>0 = off.</source>
            <translation>0 = 关。</translation>
        </message>
        <message>
            <location filename="../../../models/stable_audio_3/controls.py" />
            <source>CFG rescale</source>
            <translation>CFG 重缩放</translation>
        </message>
        <message>
            <location filename="../../../models/stable_audio_3/controls.py" />
            <source>CFG from noise level</source>
            <translation>CFG 起始噪声水平</translation>
        </message>
        <message>
            <location filename="../../../models/stable_audio_3/controls.py" />
            <source>CFG to noise level</source>
            <translation>CFG 终止噪声水平</translation>
        </message>
        <message>
            <location filename="../../../models/stable_audio_3/controls.py" />
            <source>Schedule</source>
            <translation>时间表</translation>
        </message>
        <message>
            <location filename="../../../models/stable_audio_3/controls.py" />
            <source>Source</source>
            <translation>源音频</translation>
        </message>
        <message>
            <location filename="../../../models/stable_audio_3/controls.py" />
            <source>Noise level</source>
            <translation>噪声水平</translation>
        </message>
        <message>
            <location filename="../../../models/stable_audio_3/controls.py" />
            <source>Audio to audio: 0.4 to 0.6 changes style and timbre, near 1 little of the source is left.</source>
            <translation>音频生成音频：0.4 到 0.6 改变风格和音色，接近 1 时源音频所剩无几。</translation>
        </message>
        <message>
            <location filename="../../../models/stable_audio_3/controls.py" />
            <source>Regions to make anew</source>
            <translation>要重新生成的区域</translation>
        </message>
        <message>
            <location filename="../../../models/stable_audio_3/controls.py" />
            <source>Inpaint only.</source>
            <translation>仅重绘。</translation>
        </message>
        <message>
            <location filename="../../../models/stable_audio_3/controls.py" />
            <source>Noise level in regions</source>
            <translation>区域内的噪声水平</translation>
        </message>
        <message>
            <location filename="../../../models/stable_audio_3/controls.py" />
            <source>Inpaint: below 1 starts from the source.</source>
            <translation>重绘：小于 1 时从源音频开始。</translation>
        </message>
        <message>
            <location filename="../../../models/stable_audio_3/controls.py" />
            <source>Keep the rest exactly</source>
            <translation>其余部分原样保留</translation>
        </message>
        <message>
            <location filename="../../../models/stable_audio_3/controls.py" />
            <source>Outside the regions the source's own samples are used.</source>
            <translation>区域之外使用源音频自己的采样。</translation>
        </message>
        <message>
            <location filename="../../../models/stable_audio_3/controls.py" />
            <source>Crossfade</source>
            <translation>交叉淡化</translation>
        </message>
        <message>
            <location filename="../../../models/stable_audio_3/controls.py" />
            <source>Falling grid</source>
            <translation>递减网格</translation>
        </message>
        <message>
            <location filename="../../../models/stable_audio_3/controls.py" />
            <source>From audio: noise levels only fall, which the published grid does not do.</source>
            <translation>从音频开始时：噪声水平只降不升，发布的网格并非如此。</translation>
        </message>
        <message>
            <location filename="../../../models/stable_audio_3/controls.py" />
            <source>The end is made to lead into the beginning: the seam is inpainted, which takes a second run.</source>
            <translation>使结尾接入开头:接缝处重新生成,需要再运行一次。</translation>
        </message>
        <message>
            <location filename="../../../models/stable_audio_3/controls.py" />
            <source>LoRA files</source>
            <translation>LoRA 文件</translation>
        </message>
        <message>
            <location filename="../../../models/stable_audio_3/controls.py" />
            <source>LoRA strength</source>
            <translation>LoRA 强度</translation>
        </message>
        <message>
            <location filename="../../../models/stable_audio_3/controls.py" />
            <source>One number for all, or one a file: 0.7, 1</source>
            <translation>一个数用于全部，或每个文件一个：0.7, 1</translation>
        </message>
        <message>
            <location filename="../../../models/stable_audio_3/controls.py" />
            <source>LoRA interval</source>
            <translation>LoRA 区间</translation>
        </message>
        <message>
            <location filename="../../../models/stable_audio_3/controls.py" />
            <source>Noise levels at which a LoRA works: 0-1, 0.5-1</source>
            <translation>LoRA 起作用的噪声水平：0-1, 0.5-1</translation>
        </message>
        <message>
            <location filename="../../../models/stable_audio_3/controls.py" />
            <source>LoRA layers to skip</source>
            <translation>LoRA 跳过的层</translation>
        </message>
        <message>
            <location filename="../../../models/stable_audio_3/controls.py" />
            <source>Parts of layer names, split by commas; files by semicolons.</source>
            <translation>层名的一部分，用逗号分隔；文件之间用分号。</translation>
        </message>
        <message>
            <location filename="../../../models/stable_audio_3/controls.py" />
            <source>Decoder noise</source>
            <translation>解码器噪声</translation>
        </message>
        <message>
            <location filename="../../../models/stable_audio_3/controls.py" />
            <source>The published decoder adds a little noise, drawn from the seed.</source>
            <translation>发布的解码器会加入少量由种子决定的噪声。</translation>
        </message>
        <message>
            <location filename="../../../models/stable_audio_3/controls.py" />
            <source>Headroom</source>
            <translation>余量</translation>
        </message>
        <message>
            <location filename="../../../models/stable_audio_3/controls.py" />
            <source>Silence the model may write behind the sound.</source>
            <translation>模型可以在声音之后写入的静音。</translation>
        </message>
        <message>
            <location filename="../../../models/stable_audio_3/controls.py" />
            <source>Padding</source>
            <translation>填充</translation>
        </message>
        <message>
            <location filename="../../../models/stable_audio_3/controls.py" />
            <source>Text encoder precision</source>
            <translation>文本编码器精度</translation>
        </message>
        <message>
            <location filename="../../../models/stable_audio_3/controls.py" />
            <source>Before denoising; saves memory, costs time at the next prompt.</source>
            <translation>在去噪之前；节省内存，下一个提示词要多花时间。</translation>
        </message>
        <message>
            <location filename="../../../models/stable_audio_3/controls.py" />
            <source>Published recipe</source>
            <translation>发布的设置</translation>
        </message>
        <message>
            <location filename="../../../models/stable_audio_3/controls.py" />
            <source>50 steps of Euler, CFG 7, APG 1.</source>
            <translation>Euler 50 步，CFG 7，APG 1。</translation>
        </message>
        <message>
            <location filename="../../../models/stable_audio_3/controls.py" />
            <source>Second order</source>
            <translation>二阶</translation>
        </message>
        <message>
            <location filename="../../../models/stable_audio_3/controls.py" />
            <source>Half the evaluations.</source>
            <translation>求值次数减半。</translation>
        </message>
        <message>
            <location filename="../../../models/stable_audio_3/controls.py" />
            <source>8 steps of PingPong without guidance.</source>
            <translation>PingPong 8 步，无引导。</translation>
        </message>
        <message>
            <location filename="../../../models/stable_audio_3/controls.py" />
            <source>Half the time.</source>
            <translation>时间减半。</translation>
        </message>
    </context>
    <context>
        <name>Ditone</name>
        <message>
            <location filename="../../../gui/audio/output.py" />
            <source>No output device.</source>
            <translation>没有输出设备。</translation>
        </message>
        <message>
            <location filename="../../../gui/audio/output.py" />
            <source>Generating, measuring and exporting work without one.</source>
            <translation>没有它也可以生成、测量和导出。</translation>
        </message>
        <message>
            <location filename="../../../gui/audio/output.py" />
            <source>Connect one and press Play.</source>
            <translation>请接入设备后按播放。</translation>
        </message>
        <message>
            <location filename="../../../gui/audio/output.py" />
            <source>The output device "{name}" cannot be opened.</source>
            <translation>无法打开输出设备“{name}”。</translation>
        </message>
        <message>
            <location filename="../../../gui/audio/output.py" />
            <source>It says: {error}.</source>
            <translation>设备报告：{error}。</translation>
        </message>
        <message>
            <location filename="../../../gui/audio/output.py" />
            <source>Choose another output.</source>
            <translation>请选择其他输出。</translation>
        </message>
        <message>
            <location filename="../../../gui/audio/portaudio.py" />
            <source>No sound can be played: the PortAudio library is missing.</source>
            <translation>无法播放声音：缺少 PortAudio 库。</translation>
        </message>
        <message>
            <location filename="../../../gui/audio/portaudio.py" />
            <source>Everything else works.</source>
            <translation>其他功能都可用。</translation>
        </message>
        <message>
            <location filename="../../../gui/audio/portaudio.py" />
            <source>Install it with: sudo apt-get install libportaudio2 (Debian, Ubuntu) or sudo dnf install portaudio (Fedora); start again.</source>
            <translation>请安装：sudo apt-get install libportaudio2（Debian、Ubuntu）或 sudo dnf install portaudio（Fedora），然后重新启动。</translation>
        </message>
        <message>
            <location filename="../../../gui/audio/portaudio.py" />
            <source>Install it again with: pip install --force-reinstall sounddevice, then start again.</source>
            <translation>请重新安装：pip install --force-reinstall sounddevice，然后重新启动。</translation>
        </message>
        <message>
            <location filename="../../../gui/audio/recording.py" />
            <source>The input device "{name}" cannot be opened.</source>
            <translation>无法打开输入设备“{name}”。</translation>
        </message>
        <message>
            <location filename="../../../gui/audio/recording.py" />
            <source>Check that the system lets Ditone use the microphone, and that no other program holds it.</source>
            <translation>请确认系统允许 Ditone 使用麦克风，且没有其他程序占用它。</translation>
        </message>
        <message>
            <location filename="../../../gui/audio/recording.py" />
            <source>Nothing can be recorded: {error}</source>
            <translation>无法录音：{error}</translation>
        </message>
        <message>
            <location filename="../../../gui/audio/recording.py" />
            <source>No sound can be recorded: the PortAudio library is missing.</source>
            <translation>无法录音：缺少 PortAudio 库。</translation>
        </message>
        <message>
            <location filename="../../../gui/audio/recording.py" />
            <source>No input device: nothing can be recorded.</source>
            <translation>没有输入设备：无法录音。</translation>
        </message>
        <message>
            <location filename="../../../gui/audio/recording.py" />
            <source>Connect a microphone, or drop a sound file.</source>
            <translation>请连接麦克风，或拖入声音文件。</translation>
        </message>
        <message>
            <location filename="../../../gui/batch/results_table.py" />
            <source>Prompt</source>
            <translation>提示词</translation>
        </message>
        <message>
            <location filename="../../../gui/batch/results_table.py" />
            <source>Seed</source>
            <translation>种子</translation>
        </message>
        <message>
            <location filename="../../../gui/batch/results_table.py" />
            <source>Steps</source>
            <translation>步数</translation>
        </message>
        <message>
            <location filename="../../../gui/batch/results_table.py" />
            <source>CFG</source>
            <translation>CFG</translation>
        </message>
        <message>
            <location filename="../../../gui/batch/results_table.py" />
            <source>Time</source>
            <translation>用时</translation>
        </message>
        <message>
            <location filename="../../../gui/batch/results_table.py" />
            <source>Result</source>
            <translation>结果</translation>
        </message>
        <message>
            <location filename="../../../gui/commands/menus.py" />
            <source>&amp;File</source>
            <translation>文件(&amp;F)</translation>
        </message>
        <message>
            <location filename="../../../gui/commands/menus.py" />
            <source>&amp;Edit</source>
            <translation>编辑(&amp;E)</translation>
        </message>
        <message>
            <location filename="../../../gui/commands/menus.py" />
            <source>&amp;Take</source>
            <translation>作品(&amp;T)</translation>
        </message>
        <message>
            <location filename="../../../gui/commands/menus.py" />
            <source>&amp;View</source>
            <translation>视图(&amp;V)</translation>
        </message>
        <message>
            <location filename="../../../gui/commands/menus.py" />
            <source>&amp;Help</source>
            <translation>帮助(&amp;H)</translation>
        </message>
        <message>
            <location filename="../../../gui/commands/shortcut_sheet.py" />
            <source>Hear a take of the last batch</source>
            <translation>听上一批的片段</translation>
        </message>
        <message>
            <location filename="../../../gui/commands/table.py" />
            <source>Generate</source>
            <translation>生成</translation>
        </message>
        <message>
            <location filename="../../../gui/commands/table.py" />
            <source>Edit</source>
            <translation>编辑</translation>
        </message>
        <message>
            <location filename="../../../gui/commands/table.py" />
            <source>Play</source>
            <translation>播放</translation>
        </message>
        <message>
            <location filename="../../../gui/commands/table.py" />
            <source>View</source>
            <translation>视图</translation>
        </message>
        <message>
            <location filename="../../../gui/commands/table.py" />
            <source>Go to</source>
            <translation>前往</translation>
        </message>
        <message>
            <location filename="../../../gui/commands/table.py" />
            <source>Cancel the running take</source>
            <translation>取消正在生成的片段</translation>
        </message>
        <message>
            <location filename="../../../gui/commands/table.py" />
            <source>Recall the take's settings</source>
            <translation>调回片段的设置</translation>
        </message>
        <message>
            <location filename="../../../gui/commands/table.py" />
            <source>Export the take</source>
            <translation>导出片段</translation>
        </message>
        <message>
            <location filename="../../../gui/commands/table.py" />
            <source>Replace the selected part</source>
            <translation>重新生成选中的部分</translation>
        </message>
        <message>
            <location filename="../../../gui/commands/table.py" />
            <source>Pin the lane that is heard</source>
            <translation>固定正在听的轨道</translation>
        </message>
        <message>
            <location filename="../../../gui/commands/table.py" />
            <source>Undo</source>
            <translation>撤销</translation>
        </message>
        <message>
            <location filename="../../../gui/commands/table.py" />
            <source>Redo</source>
            <translation>重做</translation>
        </message>
        <message>
            <location filename="../../../gui/commands/table.py" />
            <source>Variations…</source>
            <translation>变体…</translation>
        </message>
        <message>
            <location filename="../../../gui/commands/table.py" />
            <source>Between A and B…</source>
            <translation>A 与 B 之间…</translation>
        </message>
        <message>
            <location filename="../../../gui/commands/table.py" />
            <source>Script…</source>
            <translation>台词本…</translation>
        </message>
        <message>
            <location filename="../../../gui/commands/table.py" />
            <source>Play or pause</source>
            <translation>播放或暂停</translation>
        </message>
        <message>
            <location filename="../../../gui/commands/table.py" />
            <source>Hear take {n} of the last batch</source>
            <translation>听上一批的第 {n} 个片段</translation>
        </message>
        <message>
            <location filename="../../../gui/commands/table.py" />
            <source>Hear the other lane, while a lane has the focus</source>
            <translation>听另一条轨道（焦点在轨道上时）</translation>
        </message>
        <message>
            <location filename="../../../gui/commands/table.py" />
            <source>Loop</source>
            <translation>循环</translation>
        </message>
        <message>
            <location filename="../../../gui/commands/table.py" />
            <source>Hear the seam of a loop</source>
            <translation>试听循环接缝</translation>
        </message>
        <message>
            <location filename="../../../gui/commands/table.py" />
            <source>Hear the difference A − B</source>
            <translation>听差异 A − B</translation>
        </message>
        <message>
            <location filename="../../../gui/commands/table.py" />
            <source>Level match</source>
            <translation>响度匹配</translation>
        </message>
        <message>
            <location filename="../../../gui/commands/table.py" />
            <source>Start</source>
            <translation>开头</translation>
        </message>
        <message>
            <location filename="../../../gui/commands/table.py" />
            <source>End</source>
            <translation>结尾</translation>
        </message>
        <message>
            <location filename="../../../gui/commands/table.py" />
            <source>Back 0.1 s</source>
            <translation>后退 0.1 秒</translation>
        </message>
        <message>
            <location filename="../../../gui/commands/table.py" />
            <source>Forward 0.1 s</source>
            <translation>前进 0.1 秒</translation>
        </message>
        <message>
            <location filename="../../../gui/commands/table.py" />
            <source>Back 1 s</source>
            <translation>后退 1 秒</translation>
        </message>
        <message>
            <location filename="../../../gui/commands/table.py" />
            <source>Forward 1 s</source>
            <translation>前进 1 秒</translation>
        </message>
        <message>
            <location filename="../../../gui/commands/table.py" />
            <source>One sample back</source>
            <translation>后退一个采样</translation>
        </message>
        <message>
            <location filename="../../../gui/commands/table.py" />
            <source>One sample forward</source>
            <translation>前进一个采样</translation>
        </message>
        <message>
            <location filename="../../../gui/commands/table.py" />
            <source>Waveform, spectrogram or both</source>
            <translation>波形、频谱图或两者</translation>
        </message>
        <message>
            <location filename="../../../gui/commands/table.py" />
            <source>Fit</source>
            <translation>显示全部</translation>
        </message>
        <message>
            <location filename="../../../gui/commands/table.py" />
            <source>Zoom to the selection</source>
            <translation>放大到选区</translation>
        </message>
        <message>
            <location filename="../../../gui/commands/table.py" />
            <source>Search takes</source>
            <translation>搜索片段</translation>
        </message>
        <message>
            <location filename="../../../gui/commands/table.py" />
            <source>Next area</source>
            <translation>下一个区域</translation>
        </message>
        <message>
            <location filename="../../../gui/commands/table.py" />
            <source>Previous area</source>
            <translation>上一个区域</translation>
        </message>
        <message>
            <location filename="../../../gui/commands/table.py" />
            <source>Choose a model folder…</source>
            <translation>选择模型文件夹…</translation>
        </message>
        <message>
            <location filename="../../../gui/commands/table.py" />
            <source>Settings…</source>
            <translation>设置…</translation>
        </message>
        <message>
            <location filename="../../../gui/commands/table.py" />
            <source>Quit</source>
            <translation>退出</translation>
        </message>
        <message>
            <location filename="../../../gui/commands/table.py" />
            <source>Keyboard shortcuts</source>
            <translation>键盘快捷键</translation>
        </message>
        <message>
            <location filename="../../../gui/commands/table.py" />
            <source>Models…</source>
            <translation>模型…</translation>
        </message>
        <message>
            <location filename="../../../gui/commands/table.py" />
            <source>Get models…</source>
            <translation>获取模型…</translation>
        </message>
        <message>
            <location filename="../../../gui/commands/table.py" />
            <source>Make a batch…</source>
            <translation>批量生成…</translation>
        </message>
        <message>
            <location filename="../../../gui/commands/table.py" />
            <source>Play new takes at once</source>
            <translation>新片段立即播放</translation>
        </message>
        <message>
            <location filename="../../../gui/commands/table.py" />
            <source>Reset layout</source>
            <translation>还原布局</translation>
        </message>
        <message>
            <location filename="../../../gui/commands/table.py" />
            <source>Dark</source>
            <translation>深色</translation>
        </message>
        <message>
            <location filename="../../../gui/commands/table.py" />
            <source>Light</source>
            <translation>浅色</translation>
        </message>
        <message>
            <location filename="../../../gui/commands/table.py" />
            <source>As the system</source>
            <translation>跟随系统</translation>
        </message>
        <message>
            <location filename="../../../gui/commands/table.py" />
            <source>About Ditone</source>
            <translation>关于 Ditone</translation>
        </message>
        <message>
            <location filename="../../../gui/commands/table.py" />
            <source>To lane</source>
            <translation>到轨道</translation>
        </message>
        <message>
            <location filename="../../../gui/commands/table.py" />
            <source>Recall all settings</source>
            <translation>调回所有设置</translation>
        </message>
        <message>
            <location filename="../../../gui/commands/table.py" />
            <source>Recall all but the seed</source>
            <translation>调回除种子外的设置</translation>
        </message>
        <message>
            <location filename="../../../gui/commands/table.py" />
            <source>Recall the seed only</source>
            <translation>只调回种子</translation>
        </message>
        <message>
            <location filename="../../../gui/commands/table.py" />
            <source>Use as source</source>
            <translation>用作源音频</translation>
        </message>
        <message>
            <location filename="../../../gui/commands/table.py" />
            <source>Export…</source>
            <translation>导出…</translation>
        </message>
        <message>
            <location filename="../../../gui/commands/table.py" />
            <source>Copy file</source>
            <translation>复制文件</translation>
        </message>
        <message>
            <location filename="../../../gui/commands/table.py" />
            <source>Copy path</source>
            <translation>复制路径</translation>
        </message>
        <message>
            <location filename="../../../gui/commands/table.py" />
            <source>Copy as command</source>
            <translation>复制为命令</translation>
        </message>
        <message>
            <location filename="../../../gui/commands/table.py" />
            <source>Show in folder</source>
            <translation>在文件夹中显示</translation>
        </message>
        <message>
            <location filename="../../../gui/commands/table.py" />
            <source>Star</source>
            <translation>加星标</translation>
        </message>
        <message>
            <location filename="../../../gui/commands/table.py" />
            <source>Take the star away</source>
            <translation>去掉星标</translation>
        </message>
        <message>
            <location filename="../../../gui/commands/table.py" />
            <source>Rename…</source>
            <translation>重命名…</translation>
        </message>
        <message>
            <location filename="../../../gui/commands/table.py" />
            <source>Delete</source>
            <translation>删除</translation>
        </message>
        <message>
            <location filename="../../../gui/compare/blind_test_cards.py" />
            <source>Blind test</source>
            <translation>盲听测试</translation>
        </message>
        <message>
            <location filename="../../../gui/compare/blind_test_cards.py" />
            <source>You can tell them apart.</source>
            <translation>您能分辨它们。</translation>
        </message>
        <message>
            <location filename="../../../gui/compare/blind_test_cards.py" />
            <source>No difference was shown: this is what guessing can give.</source>
            <translation>未显示差异:随机猜测也能得到此结果。</translation>
        </message>
        <message>
            <location filename="../../../gui/compare/blind_test_cards.py" />
            <source>{correct} of {trials} right, p = {p}.</source>
            <translation>{trials} 次中答对 {correct} 次,p = {p}。</translation>
        </message>
        <message>
            <location filename="../../../gui/compare/blind_test_cards.py" />
            <source>That is more than chance.</source>
            <translation>这超出了偶然。</translation>
        </message>
        <message>
            <location filename="../../../gui/compare/blind_test_cards.py" />
            <source>That can be chance.</source>
            <translation>这可能是偶然。</translation>
        </message>
        <message>
            <location filename="../../../gui/compare/blind_test_cards.py" />
            <source>A was liked better {a} times, B {b} times, p = {p}.</source>
            <translation>更喜欢 A {a} 次,B {b} 次,p = {p}。</translation>
        </message>
        <message>
            <location filename="../../../gui/compare/faster_setting.py" />
            <source>Cosine at least</source>
            <translation>余弦至少</translation>
        </message>
        <message>
            <location filename="../../../gui/compare/faster_setting.py" />
            <source>SNR at least (dB)</source>
            <translation>信噪比至少(dB)</translation>
        </message>
        <message>
            <location filename="../../../gui/compare/faster_setting.py" />
            <source>WER at most above (%)</source>
            <translation>词错误率最多高出(%)</translation>
        </message>
        <message>
            <location filename="../../../gui/compare/faster_setting.py" />
            <source>Cosine</source>
            <translation>余弦</translation>
        </message>
        <message>
            <location filename="../../../gui/compare/faster_setting.py" />
            <source>SNR (dB)</source>
            <translation>信噪比(dB)</translation>
        </message>
        <message>
            <location filename="../../../gui/compare/faster_setting.py" />
            <source>Word error rate (%)</source>
            <translation>词错误率(%)</translation>
        </message>
        <message>
            <location filename="../../../gui/compare/figure_table.py" />
            <source>Name</source>
            <translation>名称</translation>
        </message>
        <message>
            <location filename="../../../gui/compare/figure_table.py" />
            <source>Model</source>
            <translation>模型</translation>
        </message>
        <message>
            <location filename="../../../gui/compare/figure_table.py" />
            <source>What differs</source>
            <translation>不同之处</translation>
        </message>
        <message>
            <location filename="../../../gui/compare/figure_table.py" />
            <source>Precision</source>
            <translation>精度</translation>
        </message>
        <message>
            <location filename="../../../gui/compare/figure_table.py" />
            <source>Device</source>
            <translation>设备</translation>
        </message>
        <message>
            <location filename="../../../gui/compare/figure_table.py" />
            <source>1 - cosine</source>
            <translation>1 - 余弦</translation>
        </message>
        <message>
            <location filename="../../../gui/compare/figure_table.py" />
            <source>Max error</source>
            <translation>最大误差</translation>
        </message>
        <message>
            <location filename="../../../gui/compare/figure_table.py" />
            <source>at (s)</source>
            <translation>位置 (s)</translation>
        </message>
        <message>
            <location filename="../../../gui/compare/figure_table.py" />
            <source>Null depth (dB)</source>
            <translation>抵消深度 (dB)</translation>
        </message>
        <message>
            <location filename="../../../gui/compare/figure_table.py" />
            <source>Log-mel (dB)</source>
            <translation>对数梅尔 (dB)</translation>
        </message>
        <message>
            <location filename="../../../gui/compare/figure_table.py" />
            <source>Loudness (LU)</source>
            <translation>响度 (LU)</translation>
        </message>
        <message>
            <location filename="../../../gui/compare/figure_table.py" />
            <source>Length (s)</source>
            <translation>长度差 (s)</translation>
        </message>
        <message>
            <location filename="../../../gui/compare/figure_table.py" />
            <source>Shift (samples)</source>
            <translation>偏移（采样）</translation>
        </message>
        <message>
            <location filename="../../../gui/compare/figure_table.py" />
            <source>Inverted</source>
            <translation>反相</translation>
        </message>
        <message>
            <location filename="../../../gui/compare/figure_table.py" />
            <source>Equal</source>
            <translation>相同</translation>
        </message>
        <message>
            <location filename="../../../gui/compare/figure_table.py" />
            <source>WER</source>
            <translation>词错误率</translation>
        </message>
        <message>
            <location filename="../../../gui/compare/figure_table.py" />
            <source>WER to reference</source>
            <translation>相对参考的 WER</translation>
        </message>
        <message>
            <location filename="../../../gui/compare/figure_table.py" />
            <source>RTF</source>
            <translation>RTF</translation>
        </message>
        <message>
            <location filename="../../../gui/compare/figure_table.py" />
            <source>Evaluations</source>
            <translation>求值次数</translation>
        </message>
        <message>
            <location filename="../../../gui/compare/figure_table.py" />
            <source>Total (s)</source>
            <translation>总时间 (s)</translation>
        </message>
        <message>
            <location filename="../../../gui/compare/figure_table.py" />
            <source>Memory over base (MiB)</source>
            <translation>新增内存 (MiB)</translation>
        </message>
        <message>
            <location filename="../../../gui/compare/figure_table.py" />
            <source>Peak memory (MiB)</source>
            <translation>峰值内存 (MiB)</translation>
        </message>
        <message>
            <location filename="../../../gui/compare/figure_table.py" />
            <source>VRAM over base (MiB)</source>
            <translation>新增显存 (MiB)</translation>
        </message>
        <message>
            <location filename="../../../gui/compare/figure_table.py" />
            <source>Peak VRAM (MiB)</source>
            <translation>峰值显存 (MiB)</translation>
        </message>
        <message>
            <location filename="../../../gui/compare/figure_table.py" />
            <source>Note</source>
            <translation>说明</translation>
        </message>
        <message>
            <location filename="../../../gui/compare/figure_table.py" />
            <source>Repeats</source>
            <translation>重复次数</translation>
        </message>
        <message>
            <location filename="../../../gui/compare/figure_table.py" />
            <source>Spread (s)</source>
            <translation>离散度 (s)</translation>
        </message>
        <message>
            <location filename="../../../gui/compare/figure_table.py" />
            <source>Speed</source>
            <translation>语速</translation>
        </message>
        <message>
            <location filename="../../../gui/compare/figure_table.py" />
            <source>Spread of speed</source>
            <translation>速度离散度</translation>
        </message>
        <message>
            <location filename="../../../gui/compare/figure_table.py" />
            <source>Speed of fastest</source>
            <translation>最快速度比</translation>
        </message>
        <message>
            <location filename="../../../gui/compare/figure_table.py" />
            <source>Busy</source>
            <translation>繁忙</translation>
        </message>
        <message>
            <location filename="../../../gui/compare/figure_table.py" />
            <source>Latents, last step</source>
            <translation>末步潜变量</translation>
        </message>
        <message>
            <location filename="../../../gui/compare/figure_table.py" />
            <source>Parts at step</source>
            <translation>分歧步</translation>
        </message>
        <message>
            <location filename="../../../gui/compare/figure_table.py" />
            <source>yes</source>
            <translation>是</translation>
        </message>
        <message>
            <location filename="../../../gui/compare/figure_table.py" />
            <source>no</source>
            <translation>否</translation>
        </message>
        <message>
            <location filename="../../../gui/compare/figure_table.py" />
            <source>reference</source>
            <translation>参考</translation>
        </message>
        <message>
            <location filename="../../../gui/compare/metric_text.py" />
            <source>1: the same shape of wave; 0: nothing in common; −1: turned upside down.</source>
            <translation>1：波形形状相同；0：没有共同之处；−1：上下颠倒。</translation>
        </message>
        <message>
            <location filename="../../../gui/compare/metric_text.py" />
            <source>The largest difference of one sample, where full scale is 1. A click shows it in both lanes.</source>
            <translation>单个采样的最大差异，满刻度为 1。点击可在两条轨道中显示。</translation>
        </message>
        <message>
            <location filename="../../../gui/compare/metric_text.py" />
            <source>How far the difference A − B lies below A. Higher is more alike.</source>
            <translation>差异 A − B 比 A 低多少。越高越相似。</translation>
        </message>
        <message>
            <location filename="../../../gui/compare/metric_text.py" />
            <source>The level of A − B against that of A. Lower is more alike.</source>
            <translation>A − B 相对于 A 的电平。越低越相似。</translation>
        </message>
        <message>
            <location filename="../../../gui/compare/metric_text.py" />
            <source>Mean distance of the spectra, in the bands of hearing. 0 dB is the same.</source>
            <translation>按听觉频带计算的频谱平均距离。0 dB 表示相同。</translation>
        </message>
        <message>
            <location filename="../../../gui/compare/metric_text.py" />
            <source>The delay of B at which both fit best.</source>
            <translation>两者最吻合时 B 的延迟。</translation>
        </message>
        <message>
            <location filename="../../../gui/compare/metric_text.py" />
            <source>The difference of A and B over that of A and a take with another seed: near 0 a detail, near 1 another sound.</source>
            <translation>A 与 B 的差异除以 A 与另一种子片段的差异：接近 0 只是细节，接近 1 是另一个声音。</translation>
        </message>
        <message>
            <location filename="../../../gui/compare/metric_text.py" />
            <source>The peak while it was made, less what the process held before.</source>
            <translation>生成期间的峰值减去进程此前占用的量。</translation>
        </message>
        <message>
            <location filename="../../../gui/compare/metric_text.py" />
            <source>Time to make it over length of the sound. Below 1 is faster than listening.</source>
            <translation>生成时间除以声音长度。小于 1 表示比播放更快。</translation>
        </message>
        <message>
            <location filename="../../../gui/compare/metric_text.py" />
            <source>{value} at {time} s</source>
            <translation>{value}，位于 {time} 秒</translation>
        </message>
        <message>
            <location filename="../../../gui/compare/metric_text.py" />
            <source>Waveform cosine</source>
            <translation>波形余弦</translation>
        </message>
        <message>
            <location filename="../../../gui/compare/metric_text.py" />
            <source>Max sample error</source>
            <translation>最大采样误差</translation>
        </message>
        <message>
            <location filename="../../../gui/compare/metric_text.py" />
            <source>Signal to difference</source>
            <translation>信号与差异之比</translation>
        </message>
        <message>
            <location filename="../../../gui/compare/metric_text.py" />
            <source>Null depth</source>
            <translation>抵消深度</translation>
        </message>
        <message>
            <location filename="../../../gui/compare/metric_text.py" />
            <source>Log-mel distance</source>
            <translation>对数梅尔距离</translation>
        </message>
        <message>
            <location filename="../../../gui/compare/metric_text.py" />
            <source>B is shifted</source>
            <translation>B 的偏移</translation>
        </message>
        <message>
            <location filename="../../../gui/compare/metric_text.py" />
            <source>Loudness, B − A</source>
            <translation>响度，B − A</translation>
        </message>
        <message>
            <location filename="../../../gui/compare/metric_text.py" />
            <source>Length, B − A</source>
            <translation>长度，B − A</translation>
        </message>
        <message>
            <location filename="../../../gui/compare/metric_text.py" />
            <source>Against another seed</source>
            <translation>与另一个种子相比</translation>
        </message>
        <message>
            <location filename="../../../gui/compare/metric_text.py" />
            <source>of its difference</source>
            <translation>（占其差异）</translation>
        </message>
        <message>
            <location filename="../../../gui/compare/metric_text.py" />
            <source>not a take of Ditone</source>
            <translation>不是 Ditone 的片段</translation>
        </message>
        <message>
            <location filename="../../../gui/compare/metric_text.py" />
            <source>RTF, A / B</source>
            <translation>RTF，A / B</translation>
        </message>
        <message>
            <location filename="../../../gui/compare/metric_text.py" />
            <source>Own RAM, A / B</source>
            <translation>所需内存，A / B</translation>
        </message>
        <message>
            <location filename="../../../gui/compare/metric_text.py" />
            <source>Own VRAM, A / B</source>
            <translation>所需显存，A / B</translation>
        </message>
        <message>
            <location filename="../../../gui/compare/metric_text.py" />
            <source>Peak RAM, A / B</source>
            <translation>内存峰值，A / B</translation>
        </message>
        <message>
            <location filename="../../../gui/compare/metric_text.py" />
            <source>Peak VRAM, A / B</source>
            <translation>显存峰值，A / B</translation>
        </message>
        <message>
            <location filename="../../../gui/compare/metric_text.py" />
            <source>none</source>
            <translation>无</translation>
        </message>
        <message>
            <location filename="../../../gui/compare/metric_text.py" />
            <source>{count} samples late</source>
            <translation>晚 {count} 个采样</translation>
        </message>
        <message>
            <location filename="../../../gui/compare/metric_text.py" />
            <source>{count} samples early</source>
            <translation>早 {count} 个采样</translation>
        </message>
        <message>
            <location filename="../../../gui/compare/metric_text.py" />
            <source> (taken out)</source>
            <translation>（已去除）</translation>
        </message>
        <message>
            <location filename="../../../gui/compare/trial_table.py" />
            <source>Solver</source>
            <translation>求解器</translation>
        </message>
        <message>
            <location filename="../../../gui/compare/trial_table.py" />
            <source>Score</source>
            <translation>得分</translation>
        </message>
        <message>
            <location filename="../../../gui/compare/trial_table.py" />
            <source>Verdict</source>
            <translation>结论</translation>
        </message>
        <message>
            <location filename="../../../gui/engine/failure.py" />
            <source>{mib} MiB are needed</source>
            <translation>需要 {mib} MiB</translation>
        </message>
        <message>
            <location filename="../../../gui/engine/failure.py" />
            <source>{mib} MiB are free</source>
            <translation>可用 {mib} MiB</translation>
        </message>
        <message>
            <location filename="../../../gui/engine/failure.py" />
            <source>The engine stopped because of a fault in Ditone.</source>
            <translation>由于 Ditone 的一个错误，引擎停止了。</translation>
        </message>
        <message>
            <location filename="../../../gui/engine/failure.py" />
            <source>It was restarted; nothing you made is lost. Please copy the report and send it to the developers.</source>
            <translation>引擎已重新启动，您生成的内容没有丢失。请复制报告并发给开发者。</translation>
        </message>
        <message>
            <location filename="../../../gui/engine/failure.py" />
            <source>{title} is incomplete.</source>
            <translation>{title} 不完整。</translation>
        </message>
        <message>
            <location filename="../../../gui/engine/failure.py" />
            <source>Choose a complete folder.</source>
            <translation>请选择完整的文件夹。</translation>
        </message>
        <message>
            <location filename="../../../gui/engine/failure.py" />
            <source>Files missing</source>
            <translation>文件缺失</translation>
        </message>
        <message>
            <location filename="../../../gui/engine/failure.py" />
            <source>1 file missing</source>
            <translation>缺少 1 个文件</translation>
        </message>
        <message>
            <location filename="../../../gui/engine/failure.py" />
            <source>{count} files missing</source>
            <translation>缺少 {count} 个文件</translation>
        </message>
        <message>
            <location filename="../../../gui/engine/failure.py" />
            <source>Something in the window went wrong.</source>
            <translation>窗口中出了问题。</translation>
        </message>
        <message>
            <location filename="../../../gui/engine/failure.py" />
            <source>You can go on. Please copy the report and send it to the developers.</source>
            <translation>您可以继续。请复制报告并发给开发者。</translation>
        </message>
        <message>
            <location filename="../../../gui/engine/failure.py" />
            <source>no further word</source>
            <translation>没有更多说明</translation>
        </message>
        <message>
            <location filename="../../../gui/engine/status.py" />
            <source>Starting engine</source>
            <translation>正在启动引擎</translation>
        </message>
        <message>
            <location filename="../../../gui/engine/status.py" />
            <source>No model</source>
            <translation>没有模型</translation>
        </message>
        <message>
            <location filename="../../../gui/engine/status.py" />
            <source>Reading folder</source>
            <translation>正在读取文件夹</translation>
        </message>
        <message>
            <location filename="../../../gui/engine/status.py" />
            <source>Loading</source>
            <translation>正在载入</translation>
        </message>
        <message>
            <location filename="../../../gui/engine/status.py" />
            <source>Ready</source>
            <translation>就绪</translation>
        </message>
        <message>
            <location filename="../../../gui/engine/status.py" />
            <source>Generating</source>
            <translation>正在生成</translation>
        </message>
        <message>
            <location filename="../../../gui/engine/status.py" />
            <source>Cancelling…</source>
            <translation>正在取消…</translation>
        </message>
        <message>
            <location filename="../../../gui/engine/status.py" />
            <source>Done</source>
            <translation>完成</translation>
        </message>
        <message>
            <location filename="../../../gui/engine/status.py" />
            <source>Failed</source>
            <translation>失败</translation>
        </message>
        <message>
            <location filename="../../../gui/engine/status.py" />
            <source>Out of memory</source>
            <translation>内存不足</translation>
        </message>
        <message>
            <location filename="../../../gui/engine/status.py" />
            <source>Stopping…</source>
            <translation>正在停止…</translation>
        </message>
        <message>
            <location filename="../../../gui/engine/status.py" />
            <source>Encoding text</source>
            <translation>编码文本</translation>
        </message>
        <message>
            <location filename="../../../gui/engine/status.py" />
            <source>Encoding voice</source>
            <translation>编码音色</translation>
        </message>
        <message>
            <location filename="../../../gui/engine/status.py" />
            <source>Encoding source</source>
            <translation>编码源音频</translation>
        </message>
        <message>
            <location filename="../../../gui/engine/status.py" />
            <source>Speech tokens</source>
            <translation>语音标记</translation>
        </message>
        <message>
            <location filename="../../../gui/engine/status.py" />
            <source>Denoising</source>
            <translation>去噪</translation>
        </message>
        <message>
            <location filename="../../../gui/engine/status.py" />
            <source>Decoding</source>
            <translation>解码</translation>
        </message>
        <message>
            <location filename="../../../gui/engine/status.py" />
            <source>Writing</source>
            <translation>写入</translation>
        </message>
        <message>
            <location filename="../../../gui/engine/status.py" />
            <source>Preparing</source>
            <translation>准备</translation>
        </message>
        <message>
            <location filename="../../../gui/engine/status.py" />
            <source>Loading {percent} %</source>
            <translation>载入 {percent} %</translation>
        </message>
        <message>
            <location filename="../../../gui/engine/status.py" />
            <source>about {time} left</source>
            <translation>约剩 {time}</translation>
        </message>
        <message>
            <location filename="../../../gui/engine/status.py" />
            <source>{time} left</source>
            <translation>剩余 {time}</translation>
        </message>
        <message>
            <location filename="../../../gui/engine/status.py" />
            <source>{seconds} s</source>
            <translation>{seconds} 秒</translation>
        </message>
        <message>
            <location filename="../../../gui/engine/status.py" />
            <source>{minutes} min</source>
            <translation>{minutes} 分钟</translation>
        </message>
        <message>
            <location filename="../../../gui/engine/status.py" />
            <source>{hours} h</source>
            <translation>{hours} 小时</translation>
        </message>
        <message>
            <location filename="../../../gui/engine/status.py" />
            <source>about {time}</source>
            <translation>约 {time}</translation>
        </message>
        <message>
            <location filename="../../../gui/engine/take_entry.py" />
            <source>{delivered:.2f}, {computed:.2f} per computed second</source>
            <translation>{delivered:.2f}，每计算一秒 {computed:.2f}</translation>
        </message>
        <message>
            <location filename="../../../gui/i18n/formatting.py" />
            <source>steps</source>
            <translation>步</translation>
        </message>
        <message>
            <location filename="../../../gui/i18n/formatting.py" />
            <source>seed</source>
            <translation>种子</translation>
        </message>
        <message>
            <location filename="../../../gui/model_hub/model_list.py" />
            <source>Models that can be had, and those that are here</source>
            <translation>可获取的模型和已有的模型</translation>
        </message>
        <message>
            <location filename="../../../gui/model_hub/model_list.py" />
            <source>used where it lies</source>
            <translation>在原处使用</translation>
        </message>
        <message>
            <location filename="../../../gui/model_hub/model_list.py" />
            <source>is here</source>
            <translation>已就位</translation>
        </message>
        <message>
            <location filename="../../../gui/model_hub/model_list.py" />
            <source>not whole yet</source>
            <translation>尚未下载完</translation>
        </message>
        <message>
            <location filename="../../../gui/model_hub/model_list.py" />
            <source>licence to accept</source>
            <translation>需接受许可</translation>
        </message>
        <message>
            <location filename="../../../gui/model_hub/words.py" />
            <source>about {size}</source>
            <translation>约 {size}</translation>
        </message>
        <message>
            <location filename="../../../gui/model_hub/words.py" />
            <source>Sound effects</source>
            <translation>音效</translation>
        </message>
        <message>
            <location filename="../../../gui/model_hub/words.py" />
            <source>Music</source>
            <translation>音乐</translation>
        </message>
        <message>
            <location filename="../../../gui/model_hub/words.py" />
            <source>Speech</source>
            <translation>语音</translation>
        </message>
        <message>
            <location filename="../../../gui/model_hub/words.py" />
            <source>English</source>
            <translation>英语</translation>
        </message>
        <message>
            <location filename="../../../gui/model_hub/words.py" />
            <source>Chinese</source>
            <translation>中文</translation>
        </message>
        <message>
            <location filename="../../../gui/model_hub/words.py" />
            <source>Japanese</source>
            <translation>日语</translation>
        </message>
        <message>
            <location filename="../../../gui/model_hub/words.py" />
            <source>Korean</source>
            <translation>韩语</translation>
        </message>
        <message>
            <location filename="../../../gui/model_hub/words.py" />
            <source>German</source>
            <translation>德语</translation>
        </message>
        <message>
            <location filename="../../../gui/model_hub/words.py" />
            <source>Spanish</source>
            <translation>西班牙语</translation>
        </message>
        <message>
            <location filename="../../../gui/model_hub/words.py" />
            <source>French</source>
            <translation>法语</translation>
        </message>
        <message>
            <location filename="../../../gui/model_hub/words.py" />
            <source>Italian</source>
            <translation>意大利语</translation>
        </message>
        <message>
            <location filename="../../../gui/model_hub/words.py" />
            <source>Russian</source>
            <translation>俄语</translation>
        </message>
        <message>
            <location filename="../../../gui/model_hub/words.py" />
            <source>Perhaps: its licence may have to be accepted on its page first.</source>
            <translation>可能：也许要先在其页面接受许可。</translation>
        </message>
        <message>
            <location filename="../../../gui/model_hub/words.py" />
            <source>Its licence is accepted on its page first; a read token shows that it was.</source>
            <translation>是：先在其页面接受许可，再用读取令牌证明。</translation>
        </message>
        <message>
            <location filename="../../../gui/model_hub/words.py" />
            <source>No, it is open.</source>
            <translation>否，公开。</translation>
        </message>
        <message>
            <location filename="../../../gui/model_hub/words.py" />
            <source>about {gib} GiB in {precision}</source>
            <translation>约 {gib} GiB（{precision}）</translation>
        </message>
        <message>
            <location filename="../../../gui/model_hub/words.py" />
            <source>{need}, more than {device} has ({gib} GiB)</source>
            <translation>{need}，超过 {device} 的内存 ({gib} GiB)</translation>
        </message>
        <message>
            <location filename="../../../gui/model_hub/words.py" />
            <source>{size} are free</source>
            <translation>可用 {size}</translation>
        </message>
        <message>
            <location filename="../../../gui/model_hub/words.py" />
            <source>{free}: not enough</source>
            <translation>{free}：不足</translation>
        </message>
        <message>
            <location filename="../../../gui/model_hub/words.py" />
            <source>not measured yet</source>
            <translation>尚未测量</translation>
        </message>
        <message>
            <location filename="../../../gui/model_hub/words.py" />
            <source>this CPU</source>
            <translation>这个 CPU</translation>
        </message>
        <message>
            <location filename="../../../gui/model_hub/words.py" />
            <source>{time} or more on {device}</source>
            <translation>在 {device} 上 {time} 或更久</translation>
        </message>
        <message>
            <location filename="../../../gui/model_hub/words.py" />
            <source>a few seconds</source>
            <translation>几秒</translation>
        </message>
        <message>
            <location filename="../../../gui/model_hub/words.py" />
            <source>about {seconds} s</source>
            <translation>约 {seconds} 秒</translation>
        </message>
        <message>
            <location filename="../../../gui/model_hub/words.py" />
            <source>about {minutes} min</source>
            <translation>约 {minutes} 分钟</translation>
        </message>
        <message>
            <location filename="../../../gui/model_hub/words.py" />
            <source>about {hours} h</source>
            <translation>约 {hours} 小时</translation>
        </message>
        <message>
            <location filename="../../../gui/model_hub/words.py" />
            <source>{here} of {total}</source>
            <translation>{here} / {total}</translation>
        </message>
        <message>
            <location filename="../../../gui/model_hub/words.py" />
            <source>{amount}, checking {name}</source>
            <translation>{amount}，正在校验 {name}</translation>
        </message>
        <message>
            <location filename="../../../gui/model_hub/words.py" />
            <source>{amount}, stalled: nothing has come for a while</source>
            <translation>{amount}，停滞：一段时间没有收到数据</translation>
        </message>
        <message>
            <location filename="../../../gui/model_hub/words.py" />
            <source>{size}/s</source>
            <translation>{size}/秒</translation>
        </message>
        <message>
            <location filename="../../../gui/model_hub/words.py" />
            <source>{amount}, {rate}, {time} left</source>
            <translation>{amount}，{rate}，剩余 {time}</translation>
        </message>
        <message>
            <location filename="../../../gui/panels/export_panel.py" />
            <source>Unchanged</source>
            <translation>不变</translation>
        </message>
        <message>
            <location filename="../../../gui/panels/export_panel.py" />
            <source>To a loudness</source>
            <translation>调到指定响度</translation>
        </message>
        <message>
            <location filename="../../../gui/panels/export_panel.py" />
            <source>To a true peak</source>
            <translation>调到指定真峰值</translation>
        </message>
        <message>
            <location filename="../../../gui/panels/export_panel.py" />
            <source>Export {take}</source>
            <translation>导出 {take}</translation>
        </message>
        <message>
            <location filename="../../../gui/panels/export_panel.py" />
            <source>Export</source>
            <translation>导出</translation>
        </message>
        <message>
            <location filename="../../../gui/panels/export_panel.py" />
            <source>Choose…</source>
            <translation>选择…</translation>
        </message>
        <message>
            <location filename="../../../gui/panels/export_panel.py" />
            <source>Dither (16 bit only)</source>
            <translation>抖动（仅 16 位）</translation>
        </message>
        <message>
            <location filename="../../../gui/panels/export_panel.py" />
            <source>Include prompt and settings</source>
            <translation>包含提示词和设置</translation>
        </message>
        <message>
            <location filename="../../../gui/panels/export_panel.py" />
            <source>Close</source>
            <translation>关闭</translation>
        </message>
        <message>
            <location filename="../../../gui/panels/export_panel.py" />
            <source>With it, the file dropped on the window brings back everything that made the sound.</source>
            <translation>包含时，把文件拖回窗口就能恢复生成它的一切设置。</translation>
        </message>
        <message>
            <location filename="../../../gui/panels/export_panel.py" />
            <source>May contain {prompt}, {seed}, {model}, {solver}, {steps} and {date}</source>
            <translation>可包含 {prompt}、{seed}、{model}、{solver}、{steps} 和 {date}</translation>
        </message>
        <message>
            <location filename="../../../gui/panels/export_panel.py" />
            <source>File name</source>
            <translation>文件名</translation>
        </message>
        <message>
            <location filename="../../../gui/panels/export_panel.py" />
            <source>Folder</source>
            <translation>文件夹</translation>
        </message>
        <message>
            <location filename="../../../gui/panels/export_panel.py" />
            <source>Choose the folder</source>
            <translation>选择文件夹</translation>
        </message>
        <message>
            <location filename="../../../gui/panels/export_panel.py" />
            <source>Format</source>
            <translation>格式</translation>
        </message>
        <message>
            <location filename="../../../gui/panels/export_panel.py" />
            <source>Gain</source>
            <translation>增益</translation>
        </message>
        <message>
            <location filename="../../../gui/panels/export_panel.py" />
            <source>Target of the gain</source>
            <translation>增益目标</translation>
        </message>
        <message>
            <location filename="../../../gui/panels/export_panel.py" />
            <source>True-peak ceiling in dBTP</source>
            <translation>真峰值上限（dBTP）</translation>
        </message>
        <message>
            <location filename="../../../gui/panels/export_panel.py" />
            <source>Ceiling</source>
            <translation>上限</translation>
        </message>
        <message>
            <location filename="../../../gui/panels/export_panel.py" />
            <source>Level</source>
            <translation>电平</translation>
        </message>
        <message>
            <location filename="../../../gui/panels/export_panel.py" />
            <source>Writing…</source>
            <translation>正在写入…</translation>
        </message>
        <message>
            <location filename="../../../gui/panels/export_panel.py" />
            <source>Gain {gain}.</source>
            <translation>增益 {gain}。</translation>
        </message>
        <message>
            <location filename="../../../gui/panels/export_panel.py" />
            <source>mono</source>
            <translation>单声道</translation>
        </message>
        <message>
            <location filename="../../../gui/panels/export_panel.py" />
            <source>stereo</source>
            <translation>立体声</translation>
        </message>
        <message>
            <location filename="../../../gui/panels/export_panel.py" />
            <source>To be written: {facts}</source>
            <translation>将写入：{facts}</translation>
        </message>
        <message>
            <location filename="../../../gui/panels/export_panel.py" />
            <source>Only the selection (nothing is selected)</source>
            <translation>仅选区（没有选区）</translation>
        </message>
        <message>
            <location filename="../../../gui/panels/export_panel.py" />
            <source>Only the selection, {start} to {end}</source>
            <translation>仅选区，{start} 到 {end}</translation>
        </message>
        <message>
            <location filename="../../../gui/panels/export_panel.py" />
            <source>Written and read back: {path}.</source>
            <translation>已写入并读回校验：{path}。</translation>
        </message>
        <message>
            <location filename="../../../gui/panels/export_panel.py" />
            <source>Nothing was written. {reason}</source>
            <translation>没有写入。{reason}</translation>
        </message>
        <message>
            <location filename="../../../gui/panels/export_panel.py" />
            <source>Folder for exports</source>
            <translation>导出文件夹</translation>
        </message>
        <message>
            <location filename="../../../gui/panels/help.py" />
            <source>Letter keys act outside text fields.</source>
            <translation>字母键在文本框之外起作用。</translation>
        </message>
        <message>
            <location filename="../../../gui/panels/help.py" />
            <source>About Ditone and its licences</source>
            <translation>关于 Ditone 及其许可证</translation>
        </message>
        <message>
            <location filename="../../../gui/panels/help.py" />
            <source>A studio for sound made by diffusion transformers. Everything is computed on this machine.</source>
            <translation>用扩散变换器制作声音的工作室。一切都在本机计算。</translation>
        </message>
        <message>
            <location filename="../../../gui/panels/help.py" />
            <source>Licence of the program: Apache-2.0.</source>
            <translation>程序的许可证：Apache-2.0。</translation>
        </message>
        <message>
            <location filename="../../../gui/panels/help.py" />
            <source>Models</source>
            <translation>模型</translation>
        </message>
        <message>
            <location filename="../../../gui/panels/help.py" />
            <source>Libraries</source>
            <translation>程序库</translation>
        </message>
        <message>
            <location filename="../../../gui/panels/performance_panel.py" />
            <source>{seconds} s ago</source>
            <translation>{seconds} 秒前</translation>
        </message>
        <message>
            <location filename="../../../gui/panels/performance_panel.py" />
            <source>reserved</source>
            <translation>已保留</translation>
        </message>
        <message>
            <location filename="../../../gui/panels/performance_panel.py" />
            <source>last peak</source>
            <translation>上次峰值</translation>
        </message>
        <message>
            <location filename="../../../gui/panels/performance_panel.py" />
            <source>predicted</source>
            <translation>预计</translation>
        </message>
        <message>
            <location filename="../../../gui/panels/performance_panel.py" />
            <source>Last takes</source>
            <translation>最近的片段</translation>
        </message>
        <message>
            <location filename="../../../gui/panels/performance_panel.py" />
            <source>Peak</source>
            <translation>峰值</translation>
        </message>
        <message>
            <location filename="../../../gui/panels/performance_panel.py" />
            <source>Last takes with time and peak memory in MiB</source>
            <translation>最近的片段，含用时和内存峰值（MiB）</translation>
        </message>
        <message>
            <location filename="../../../gui/panels/performance_panel.py" />
            <source>{title} (cancelled)</source>
            <translation>{title}(已取消)</translation>
        </message>
        <message>
            <location filename="../../../gui/panels/performance_panel.py" />
            <source>{title} (failed)</source>
            <translation>{title}(失败)</translation>
        </message>
        <message>
            <location filename="../../../gui/panels/performance_panel.py" />
            <source>{title} (not finished)</source>
            <translation>{title}（未完成）</translation>
        </message>
        <message>
            <location filename="../../../gui/panels/take_words.py" />
            <source>loop</source>
            <translation>循环</translation>
        </message>
        <message>
            <location filename="../../../gui/panels/take_words.py" />
            <source>seed {seed}</source>
            <translation>种子 {seed}</translation>
        </message>
        <message>
            <location filename="../../../gui/panels/take_words.py" />
            <source>between, {place}</source>
            <translation>介于,{place}</translation>
        </message>
        <message>
            <location filename="../../../gui/panels/take_words.py" />
            <source>variation {level}</source>
            <translation>变体 {level}</translation>
        </message>
        <message>
            <location filename="../../../gui/preferences/updates_page.py" />
            <source>Ditone {version} is out: {page}. Nothing was fetched; install it as you installed this one.</source>
            <translation>Ditone {version} 已发布：{page}。没有下载任何内容；请按安装当前版本的方式安装它。</translation>
        </message>
        <message>
            <location filename="../../../gui/script/script_table.py" />
            <source>Line</source>
            <translation>行</translation>
        </message>
        <message>
            <location filename="../../../gui/script/script_table.py" />
            <source>Text</source>
            <translation>文本</translation>
        </message>
        <message>
            <location filename="../../../gui/script/script_table.py" />
            <source>Take</source>
            <translation>版本</translation>
        </message>
        <message>
            <location filename="../../../gui/script/script_table.py" />
            <source>Length</source>
            <translation>长度</translation>
        </message>
        <message>
            <location filename="../../../gui/script/script_table.py" />
            <source>Pace</source>
            <translation>语速</translation>
        </message>
        <message>
            <location filename="../../../gui/script/script_table.py" />
            <source>Loudness</source>
            <translation>响度</translation>
        </message>
        <message>
            <location filename="../../../gui/script/script_table.py" />
            <source>Voice</source>
            <translation>音色</translation>
        </message>
        <message>
            <location filename="../../../gui/script/script_table.py" />
            <source>{take} of {takes}</source>
            <translation>第 {take} 版，共 {takes} 版</translation>
        </message>
        <message>
            <location filename="../../../gui/script/script_table.py" />
            <source>{pace:.1f} syl./s</source>
            <translation>{pace:.1f} 音节/秒</translation>
        </message>
        <message>
            <location filename="../../../gui/script/script_table.py" />
            <source>How alike the voice is to the reference: 1 is the same, strangers are near 0</source>
            <translation>与参考声音的相似程度：1 为相同，陌生人接近 0</translation>
        </message>
        <message>
            <location filename="../../../gui/script/script_table.py" />
            <source>Heard: {words}</source>
            <translation>听到：{words}</translation>
        </message>
        <message>
            <location filename="../../../gui/widgets/device_button.py" />
            <source>Output device</source>
            <translation>输出设备</translation>
        </message>
        <message>
            <location filename="../../../gui/widgets/device_button.py" />
            <source>System default</source>
            <translation>系统默认</translation>
        </message>
        <message>
            <location filename="../../../gui/widgets/device_button.py" />
            <source>No output device</source>
            <translation>没有输出设备</translation>
        </message>
        <message>
            <location filename="../../../gui/widgets/device_button.py" />
            <source>Default output</source>
            <translation>默认输出</translation>
        </message>
        <message>
            <location filename="../../../gui/widgets/device_button.py" />
            <source>Output device: {name}</source>
            <translation>输出设备：{name}</translation>
        </message>
        <message>
            <location filename="../../../gui/widgets/difference.py" />
            <source>Computing the difference…</source>
            <translation>正在计算差异…</translation>
        </message>
        <message>
            <location filename="../../../gui/widgets/difference.py" />
            <source>Show the difference</source>
            <translation>显示差异</translation>
        </message>
        <message>
            <location filename="../../../gui/widgets/difference.py" />
            <source>Hear the difference</source>
            <translation>听差异</translation>
        </message>
        <message>
            <location filename="../../../gui/widgets/difference.py" />
            <source>Align</source>
            <translation>对齐</translation>
        </message>
        <message>
            <location filename="../../../gui/widgets/difference.py" />
            <source>Take the shift between A and B out before subtracting</source>
            <translation>相减之前去除 A 与 B 之间的偏移</translation>
        </message>
        <message>
            <location filename="../../../gui/widgets/difference.py" />
            <source>Difference louder by {gain} dB</source>
            <translation>差异放大 {gain} dB</translation>
        </message>
        <message>
            <location filename="../../../gui/widgets/difference.py" />
            <source>computing…</source>
            <translation>正在计算…</translation>
        </message>
        <message>
            <location filename="../../../gui/widgets/difference.py" />
            <source>null</source>
            <translation>抵消</translation>
        </message>
        <message>
            <location filename="../../../gui/widgets/difference.py" />
            <source>late</source>
            <translation>晚</translation>
        </message>
        <message>
            <location filename="../../../gui/widgets/difference.py" />
            <source>early</source>
            <translation>早</translation>
        </message>
        <message>
            <location filename="../../../gui/widgets/difference.py" />
            <source>B {count} samples {side}</source>
            <translation>B {side} {count} 个采样</translation>
        </message>
        <message>
            <location filename="../../../gui/widgets/difference.py" />
            <source>aligned</source>
            <translation>已对齐</translation>
        </message>
        <message>
            <location filename="../../../gui/widgets/difference.py" />
            <source>heard at {gain}</source>
            <translation>以 {gain} 收听</translation>
        </message>
        <message>
            <location filename="../../../gui/widgets/difference.py" />
            <source>Hide the difference</source>
            <translation>隐藏差异</translation>
        </message>
        <message>
            <location filename="../../../gui/widgets/lane.py" />
            <source>Lane {letter} is empty. Generate a sound, or drop an audio file here.</source>
            <translation>轨道 {letter} 是空的。请生成声音，或把声音文件拖到这里。</translation>
        </message>
        <message>
            <location filename="../../../gui/widgets/lane.py" />
            <source>Play only this lane</source>
            <translation>只播放此轨道</translation>
        </message>
        <message>
            <location filename="../../../gui/widgets/lane.py" />
            <source>Pin: keep this sound in its lane</source>
            <translation>固定：把此声音留在轨道中</translation>
        </message>
        <message>
            <location filename="../../../gui/widgets/lane.py" />
            <source>More for this sound</source>
            <translation>此声音的更多操作</translation>
        </message>
        <message>
            <location filename="../../../gui/widgets/lane.py" />
            <source>lane</source>
            <translation>轨道</translation>
        </message>
        <message>
            <location filename="../../../gui/widgets/meter.py" />
            <source>Peak level in dBFS</source>
            <translation>峰值电平（dBFS）</translation>
        </message>
        <message>
            <location filename="../../../gui/widgets/meter.py" />
            <source>silent</source>
            <translation>静音</translation>
        </message>
        <message>
            <location filename="../../../gui/widgets/meter.py" />
            <source>full scale was reached; click to reset</source>
            <translation>曾达到满刻度；点击清除</translation>
        </message>
        <message>
            <location filename="../../../gui/widgets/meter.py" />
            <source>Peak before the volume</source>
            <translation>音量之前的峰值</translation>
        </message>
        <message>
            <location filename="../../../gui/widgets/ruler.py" />
            <source>Time ruler</source>
            <translation>时间标尺</translation>
        </message>
        <message>
            <location filename="../../../gui/widgets/ruler.py" />
            <source>Drag to hear from there. The wheel zooms.</source>
            <translation>拖动从该处开始听。滚轮缩放。</translation>
        </message>
        <message>
            <location filename="../../../gui/widgets/time_scroll.py" />
            <source>Part of the sound in view</source>
            <translation>显示的声音范围</translation>
        </message>
        <message>
            <location filename="../../../gui/widgets/transport.py" />
            <source>Back to the start</source>
            <translation>回到开头</translation>
        </message>
        <message>
            <location filename="../../../gui/widgets/transport.py" />
            <source>Loop the selection, or everything</source>
            <translation>循环选区或全部</translation>
        </message>
        <message>
            <location filename="../../../gui/widgets/transport.py" />
            <source>Position and length</source>
            <translation>位置与长度</translation>
        </message>
        <message>
            <location filename="../../../gui/widgets/transport.py" />
            <source>Level match: make the louder lane quieter</source>
            <translation>响度匹配：把较响的轨道调低</translation>
        </message>
        <message>
            <location filename="../../../gui/widgets/transport.py" />
            <source>Show everything</source>
            <translation>显示全部</translation>
        </message>
        <message>
            <location filename="../../../gui/widgets/transport.py" />
            <source>Hear lane {letter}</source>
            <translation>听轨道 {letter}</translation>
        </message>
        <message>
            <location filename="../../../gui/widgets/transport.py" />
            <source>Pause</source>
            <translation>暂停</translation>
        </message>
        <message>
            <location filename="../../../gui/widgets/transport.py" />
            <source>Match</source>
            <translation>匹配</translation>
        </message>
        <message>
            <location filename="../../../gui/widgets/transport.py" />
            <source>Difference</source>
            <translation>差异</translation>
        </message>
        <message>
            <location filename="../../../gui/widgets/transport.py" />
            <source>Waiting for more</source>
            <translation>等待更多数据</translation>
        </message>
        <message>
            <location filename="../../../gui/widgets/transport.py" />
            <source>Waiting…</source>
            <translation>等待中…</translation>
        </message>
        <message>
            <location filename="../../../gui/widgets/usage_plot.py" />
            <source>now</source>
            <translation>现在</translation>
        </message>
        <message>
            <location filename="../../../gui/widgets/view_button.py" />
            <source>Waveform</source>
            <translation>波形</translation>
        </message>
        <message>
            <location filename="../../../gui/widgets/view_button.py" />
            <source>Spectrogram</source>
            <translation>频谱图</translation>
        </message>
        <message>
            <location filename="../../../gui/widgets/view_button.py" />
            <source>Waveform and spectrogram</source>
            <translation>波形和频谱图</translation>
        </message>
        <message>
            <location filename="../../../gui/widgets/view_button.py" />
            <source>Mel scale</source>
            <translation>梅尔刻度</translation>
        </message>
        <message>
            <location filename="../../../gui/widgets/view_button.py" />
            <source>Linear scale</source>
            <translation>线性刻度</translation>
        </message>
        <message>
            <location filename="../../../gui/widgets/view_button.py" />
            <source>View: {mode}</source>
            <translation>视图：{mode}</translation>
        </message>
        <message>
            <location filename="../../../gui/widgets/volume.py" />
            <source>Volume in per cent</source>
            <translation>音量（百分比）</translation>
        </message>
        <message>
            <location filename="../../../gui/widgets/volume.py" />
            <source>Volume</source>
            <translation>音量</translation>
        </message>
        <message>
            <location filename="../../../gui/widgets/volume.py" />
            <source>Mute</source>
            <translation>静音</translation>
        </message>
        <message>
            <location filename="../../../gui/widgets/volume.py" />
            <source>Unmute</source>
            <translation>取消静音</translation>
        </message>
        <message>
            <location filename="../../../gui/widgets/volume.py" />
            <source>Volume {level}</source>
            <translation>音量 {level}</translation>
        </message>
        <message>
            <location filename="../../../gui/widgets/wave_view.py" />
            <source>Reading the waveform…</source>
            <translation>正在读取波形…</translation>
        </message>
        <message>
            <location filename="../../../gui/widgets/wave_view.py" />
            <source>Computing the spectrogram…</source>
            <translation>正在计算频谱图…</translation>
        </message>
        <message>
            <location filename="../../../gui/widgets/wave_view.py" />
            <source>Lane {letter}, position</source>
            <translation>轨道 {letter}，位置</translation>
        </message>
        <message>
            <location filename="../../../gui/widgets/wave_view.py" />
            <source>Empty.</source>
            <translation>空。</translation>
        </message>
        <message>
            <location filename="../../../gui/widgets/wave_view.py" />
            <source>selected from {start} to {end}</source>
            <translation>选区 {start} 到 {end}</translation>
        </message>
    </context>
    <context>
        <name>DownloadProgress</name>
        <message>
            <location filename="../../../gui/preferences/download_progress.py" />
            <source>Progress of the download</source>
            <translation>下载进度</translation>
        </message>
        <message>
            <location filename="../../../gui/preferences/download_progress.py" />
            <source>Cancel</source>
            <translation>取消</translation>
        </message>
        <message>
            <location filename="../../../gui/preferences/download_progress.py" />
            <source>Resume</source>
            <translation>继续</translation>
        </message>
        <message>
            <location filename="../../../gui/preferences/download_progress.py" />
            <source>Delete what has come</source>
            <translation>删除已下载的部分</translation>
        </message>
        <message>
            <location filename="../../../gui/preferences/download_progress.py" />
            <source>{name}: {here} of {total} MB, {speed} MB/s</source>
            <translation>{name}：{here} / {total} MB，{speed} MB/s</translation>
        </message>
        <message>
            <location filename="../../../gui/preferences/download_progress.py" />
            <source>{name}: {here} of {total} MB are here.</source>
            <translation>{name}：已有 {here} / {total} MB。</translation>
        </message>
        <message>
            <location filename="../../../gui/preferences/download_progress.py" />
            <source>{name} is downloaded and verified.</source>
            <translation>{name} 已下载并校验。</translation>
        </message>
    </context>
    <context>
        <name>DownloadQuestion</name>
        <message>
            <location filename="../../../gui/preferences/download_question.py" />
            <source>Download a recogniser</source>
            <translation>下载语音识别模型</translation>
        </message>
        <message>
            <location filename="../../../gui/preferences/download_question.py" />
            <source>Which recogniser</source>
            <translation>哪个语音识别模型</translation>
        </message>
        <message>
            <location filename="../../../gui/preferences/download_question.py" />
            <source>English</source>
            <translation>英语</translation>
        </message>
        <message>
            <location filename="../../../gui/preferences/download_question.py" />
            <source>many languages, Chinese among them</source>
            <translation>多种语言，包括中文</translation>
        </message>
        <message>
            <location filename="../../../gui/preferences/download_question.py" />
            <source>From</source>
            <translation>来源</translation>
        </message>
        <message>
            <location filename="../../../gui/preferences/download_question.py" />
            <source>Licence</source>
            <translation>许可证</translation>
        </message>
        <message>
            <location filename="../../../gui/preferences/download_question.py" />
            <source>Size</source>
            <translation>大小</translation>
        </message>
        <message>
            <location filename="../../../gui/preferences/download_question.py" />
            <source>Goes to</source>
            <translation>存放位置</translation>
        </message>
        <message>
            <location filename="../../../gui/preferences/download_question.py" />
            <source>Free there</source>
            <translation>该处可用空间</translation>
        </message>
        <message>
            <location filename="../../../gui/preferences/download_question.py" />
            <source>Recogniser</source>
            <translation>语音识别模型</translation>
        </message>
        <message>
            <location filename="../../../gui/preferences/download_question.py" />
            <source>Not now</source>
            <translation>暂不</translation>
        </message>
        <message>
            <location filename="../../../gui/preferences/download_question.py" />
            <source>{licence}: free to use, change and pass on</source>
            <translation>{licence}：可自由使用、修改和分发</translation>
        </message>
        <message>
            <location filename="../../../gui/preferences/download_question.py" />
            <source>about {size} MB</source>
            <translation>约 {size} MB</translation>
        </message>
        <message>
            <location filename="../../../gui/preferences/download_question.py" />
            <source>Download {size} MB</source>
            <translation>下载 {size} MB</translation>
        </message>
        <message>
            <location filename="../../../gui/preferences/download_question.py" />
            <source>There is not enough room.</source>
            <translation>空间不够。</translation>
        </message>
    </context>
    <context>
        <name>DownloadView</name>
        <message>
            <location filename="../../../gui/model_hub/download_view.py" />
            <source>Progress of the download</source>
            <translation>下载进度</translation>
        </message>
        <message>
            <location filename="../../../gui/model_hub/download_view.py" />
            <source>Pause</source>
            <translation>暂停</translation>
        </message>
        <message>
            <location filename="../../../gui/model_hub/download_view.py" />
            <source>Cancel and delete what has come</source>
            <translation>取消并删除已下载部分</translation>
        </message>
        <message>
            <location filename="../../../gui/model_hub/download_view.py" />
            <source>Use it</source>
            <translation>使用</translation>
        </message>
        <message>
            <location filename="../../../gui/model_hub/download_view.py" />
            <source>Make the first sound</source>
            <translation>生成第一个声音</translation>
        </message>
        <message>
            <location filename="../../../gui/model_hub/download_view.py" />
            <source>Retry</source>
            <translation>重试</translation>
        </message>
        <message>
            <location filename="../../../gui/model_hub/download_view.py" />
            <source>Resume</source>
            <translation>继续</translation>
        </message>
        <message>
            <location filename="../../../gui/model_hub/download_view.py" />
            <source>{name}: {here} of {total}</source>
            <translation>{name}：{here} / {total}</translation>
        </message>
        <message>
            <location filename="../../../gui/model_hub/download_view.py" />
            <source>{name} is coming in.</source>
            <translation>正在下载 {name}。</translation>
        </message>
        <message>
            <location filename="../../../gui/model_hub/download_view.py" />
            <source>{name}: stopping…</source>
            <translation>{name}：正在停止…</translation>
        </message>
        <message>
            <location filename="../../../gui/model_hub/download_view.py" />
            <source>{name} is paused; what has come is kept.</source>
            <translation>{name} 已暂停；已下载部分会保留。</translation>
        </message>
        <message>
            <location filename="../../../gui/model_hub/download_view.py" />
            <source>{name} could not be fetched.</source>
            <translation>{name} 无法下载。</translation>
        </message>
        <message>
            <location filename="../../../gui/model_hub/download_view.py" />
            <source>{name} is here: whole, checked and looked at.</source>
            <translation>{name} 已就位：文件完整，校验并检查完毕。</translation>
        </message>
    </context>
    <context>
        <name>DriftPlot</name>
        <message>
            <location filename="../../../gui/compare/plots.py" />
            <source>progress of the solve (%)</source>
            <translation>求解进度 (%)</translation>
        </message>
        <message>
            <location filename="../../../gui/compare/plots.py" />
            <source>cosine</source>
            <translation>余弦</translation>
        </message>
        <message>
            <location filename="../../../gui/compare/plots.py" />
            <source>Cosine of A and B at each step</source>
            <translation>A 与 B 在每一步的余弦</translation>
        </message>
    </context>
    <context>
        <name>DriftView</name>
        <message>
            <location filename="../../../gui/compare/drift_view.py" />
            <source>They stay together: the cosine stays above {limit}.</source>
            <translation>两者始终一致：余弦保持在 {limit} 以上。</translation>
        </message>
        <message>
            <location filename="../../../gui/compare/drift_view.py" />
            <source>They part after {share} % of the solve: the cosine falls below {limit}.</source>
            <translation>求解进行到 {share} % 之后两者分开：余弦降到 {limit} 以下。</translation>
        </message>
        <message>
            <location filename="../../../gui/compare/drift_view.py" />
            <source>The largest difference of a single value is {error}, at step {step} of {steps}.</source>
            <translation>单个数值的最大差为 {error}，在第 {step} 步（共 {steps} 步）。</translation>
        </message>
        <message>
            <location filename="../../../gui/compare/drift_view.py" />
            <source>{words} Steps are paired by their share of noise, there {level} %.</source>
            <translation>{words}各步按噪声比例配对，该处为 {level} %。</translation>
        </message>
    </context>
    <context>
        <name>Engine</name>
        <message>
            <location filename="../../../gui/engine/engine.py" />
            <source>Loading {percent} %</source>
            <translation>载入 {percent} %</translation>
        </message>
        <message>
            <location filename="../../../gui/engine/engine.py" />
            <source>Done in {seconds:.1f} s · RTF {rtf:.2f}</source>
            <translation>完成，用时 {seconds:.1f} 秒 · RTF {rtf:.2f}</translation>
        </message>
        <message>
            <location filename="../../../gui/engine/engine.py" />
            <source>Preparing</source>
            <translation>准备</translation>
        </message>
    </context>
    <context>
        <name>EnginePage</name>
        <message>
            <location filename="../../../gui/preferences/engine_page.py" />
            <source>Engine</source>
            <translation>引擎</translation>
        </message>
        <message>
            <location filename="../../../gui/preferences/engine_page.py" />
            <source>Automatic ({count})</source>
            <translation>自动（{count}）</translation>
        </message>
        <message>
            <location filename="../../../gui/preferences/engine_page.py" />
            <source>Device</source>
            <translation>设备</translation>
        </message>
        <message>
            <location filename="../../../gui/preferences/engine_page.py" />
            <source>Precision</source>
            <translation>精度</translation>
        </message>
        <message>
            <location filename="../../../gui/preferences/engine_page.py" />
            <source>Lower precision needs less memory and is faster on most GPUs.</source>
            <translation>较低的精度占用更少内存，在多数 GPU 上更快。</translation>
        </message>
        <message>
            <location filename="../../../gui/preferences/engine_page.py" />
            <source>CPU threads</source>
            <translation>CPU 线程</translation>
        </message>
        <message>
            <location filename="../../../gui/preferences/engine_page.py" />
            <source>Automatic leaves one core to the window.</source>
            <translation>“自动”为窗口留出一个核心。</translation>
        </message>
        <message>
            <location filename="../../../gui/preferences/engine_page.py" />
            <source>GPU support</source>
            <translation>GPU 支持</translation>
        </message>
        <message>
            <location filename="../../../gui/preferences/engine_page.py" />
            <source>Automatic</source>
            <translation>自动</translation>
        </message>
    </context>
    <context>
        <name>ErrorCard</name>
        <message>
            <location filename="../../../gui/panels/cards.py" />
            <source>Problem</source>
            <translation>问题</translation>
        </message>
        <message>
            <location filename="../../../gui/panels/cards.py" />
            <source>Close this card</source>
            <translation>关闭此卡片</translation>
        </message>
        <message>
            <location filename="../../../gui/panels/cards.py" />
            <source>Details</source>
            <translation>详情</translation>
        </message>
        <message>
            <location filename="../../../gui/panels/cards.py" />
            <source>Choose another folder…</source>
            <translation>选择其他文件夹…</translation>
        </message>
        <message>
            <location filename="../../../gui/panels/cards.py" />
            <source>Keep takes in another folder…</source>
            <translation>把片段存到另一个文件夹…</translation>
        </message>
        <message>
            <location filename="../../../gui/panels/cards.py" />
            <source>Device and precision…</source>
            <translation>设备与精度…</translation>
        </message>
        <message>
            <location filename="../../../gui/panels/cards.py" />
            <source>Copy report</source>
            <translation>复制报告</translation>
        </message>
        <message>
            <location filename="../../../gui/panels/cards.py" />
            <source>Copied</source>
            <translation>已复制</translation>
        </message>
    </context>
    <context>
        <name>ExampleStrip</name>
        <message>
            <location filename="../../../gui/panels/example_strip.py" />
            <source>Prompts to begin with</source>
            <translation>入门提示词</translation>
        </message>
        <message>
            <location filename="../../../gui/panels/example_strip.py" />
            <source>Try one:</source>
            <translation>试一个:</translation>
        </message>
        <message>
            <location filename="../../../gui/panels/example_strip.py" />
            <source>Make this sound and hear it</source>
            <translation>生成并试听此声音</translation>
        </message>
    </context>
    <context>
        <name>FasterSettingController</name>
        <message>
            <location filename="../../../gui/controllers/faster_setting_controller.py" />
            <source>The take in lane A was made with another model; choose that model first.</source>
            <translation>轨道 A 中的片段是用另一个模型生成的；请先选择那个模型。</translation>
        </message>
    </context>
    <context>
        <name>FasterSettingPage</name>
        <message>
            <location filename="../../../gui/compare/faster_setting.py" />
            <source>Stop</source>
            <translation>停止</translation>
        </message>
        <message>
            <location filename="../../../gui/compare/faster_setting.py" />
            <source>Search</source>
            <translation>搜索</translation>
        </message>
        <message>
            <location filename="../../../gui/compare/faster_setting.py" />
            <source>Confirming {setting} with other seeds: {done} of {count}.</source>
            <translation>正在用其他种子确认 {setting}：{done}/{count}。</translation>
        </message>
        <message>
            <location filename="../../../gui/compare/faster_setting.py" />
            <source>Trying {setting}; at most {count} more.</source>
            <translation>正在尝试 {setting}；最多还有 {count} 个。</translation>
        </message>
        <message>
            <location filename="../../../gui/compare/faster_setting.py" />
            <source>{solver}, {steps} steps, {precision}: {after} s instead of {before} s ({ratio} times as fast, one take each).</source>
            <translation>{solver}，{steps} 步，{precision}：{after} 秒，原为 {before} 秒（快 {ratio} 倍，各计时一次）。</translation>
        </message>
        <message>
            <location filename="../../../gui/compare/faster_setting.py" />
            <source>No cheaper setting meets the floor. Lower it, or take the reference.</source>
            <translation>没有更省的设置达到下限。请降低下限，或采用参考设置。</translation>
        </message>
        <message>
            <location filename="../../../gui/compare/faster_setting.py" />
            <source>{floor} {value}; over {count} seeds cosine {cosine}, log-mel {mel} dB.</source>
            <translation>{floor} {value}；{count} 个种子的余弦为 {cosine}，对数梅尔为 {mel} dB。</translation>
        </message>
        <message>
            <location filename="../../../gui/compare/faster_setting.py" />
            <source>To lane B</source>
            <translation>放到轨道 B</translation>
        </message>
        <message>
            <location filename="../../../gui/compare/faster_setting.py" />
            <source>Use these settings</source>
            <translation>使用这些设置</translation>
        </message>
        <message>
            <location filename="../../../gui/compare/faster_setting.py" />
            <source>Floor of parity</source>
            <translation>一致度下限</translation>
        </message>
        <message>
            <location filename="../../../gui/compare/faster_setting.py" />
            <source>Value of the floor</source>
            <translation>下限的值</translation>
        </message>
        <message>
            <location filename="../../../gui/compare/faster_setting.py" />
            <source>Precisions to try</source>
            <translation>要尝试的精度</translation>
        </message>
        <message>
            <location filename="../../../gui/compare/faster_setting.py" />
            <source>same precision</source>
            <translation>相同精度</translation>
        </message>
        <message>
            <location filename="../../../gui/compare/faster_setting.py" />
            <source>all precisions</source>
            <translation>所有精度</translation>
        </message>
        <message>
            <location filename="../../../gui/compare/faster_setting.py" />
            <source>A faster setting that sounds like A</source>
            <translation>A 的快速等效</translation>
        </message>
        <message>
            <location filename="../../../gui/compare/faster_setting.py" />
            <source>{title} · {solver} {steps} · {precision} · {seconds} s</source>
            <translation>{title} · {solver} {steps} · {precision} · {seconds} 秒</translation>
        </message>
        <message>
            <location filename="../../../gui/compare/faster_setting.py" />
            <source>Close</source>
            <translation>关闭</translation>
        </message>
        <message>
            <location filename="../../../gui/compare/faster_setting.py" />
            <source>Looks for a faster setting that still sounds like A: other solvers and fewer steps, and other precisions where they are wanted, each made with A's seed and measured. Begins with the cheapest and ends at the first that meets the floor.</source>
            <translation>寻找听起来仍像 A 的更快设置：其他求解器、更少的步数，需要时还有其他精度，每个都用 A 的种子生成并测量。从最省的开始，到第一个达到下限的为止。</translation>
        </message>
    </context>
    <context>
        <name>FileController</name>
        <message>
            <location filename="../../../gui/controllers/file_controller.py" />
            <source>lane {letter}</source>
            <translation>轨道 {letter}</translation>
        </message>
        <message>
            <location filename="../../../gui/controllers/file_controller.py" />
            <source>seed {seed}</source>
            <translation>种子 {seed}</translation>
        </message>
        <message>
            <location filename="../../../gui/controllers/file_controller.py" />
            <source>Drop {name}</source>
            <translation>拖入 {name}</translation>
        </message>
        <message>
            <location filename="../../../gui/controllers/file_controller.py" />
            <source>The settings that made {name} are in the prompt panel.</source>
            <translation>生成 {name} 的设置已放入提示词面板。</translation>
        </message>
        <message>
            <location filename="../../../gui/controllers/file_controller.py" />
            <source>Files that the settings name and that were never used here are left out: {names}</source>
            <translation>设置中提到、但从未在本机使用过的文件已被略去：{names}</translation>
        </message>
        <message>
            <location filename="../../../gui/controllers/file_controller.py" />
            <source>This file was made with a model folder that was never used here. Open it?</source>
            <translation>此文件由一个从未在本机使用过的模型文件夹生成。要打开该文件夹吗？</translation>
        </message>
        <message>
            <location filename="../../../gui/controllers/file_controller.py" />
            <source>Copied: {path}</source>
            <translation>已复制：{path}</translation>
        </message>
    </context>
    <context>
        <name>FilesRow</name>
        <message>
            <location filename="../../../gui/panels/file_rows.py" />
            <source>{title}, list of files</source>
            <translation>{title}，文件列表</translation>
        </message>
        <message>
            <location filename="../../../gui/panels/file_rows.py" />
            <source>Add files</source>
            <translation>添加文件</translation>
        </message>
        <message>
            <location filename="../../../gui/panels/file_rows.py" />
            <source>Remove the selected file</source>
            <translation>移除选中的文件</translation>
        </message>
    </context>
    <context>
        <name>FlagRow</name>
        <message>
            <location filename="../../../gui/panels/plain_rows.py" />
            <source>on</source>
            <translation>开</translation>
        </message>
        <message>
            <location filename="../../../gui/panels/plain_rows.py" />
            <source>off</source>
            <translation>关</translation>
        </message>
    </context>
    <context>
        <name>FoldingGroup</name>
        <message>
            <location filename="../../../gui/panels/controls.py" />
            <source>open</source>
            <translation>已展开</translation>
        </message>
        <message>
            <location filename="../../../gui/panels/controls.py" />
            <source>folded</source>
            <translation>已折叠</translation>
        </message>
    </context>
    <context>
        <name>FrontierPlot</name>
        <message>
            <location filename="../../../gui/compare/plots.py" />
            <source>time (s)</source>
            <translation>时间（秒）</translation>
        </message>
        <message>
            <location filename="../../../gui/compare/plots.py" />
            <source>Time and score of the candidates</source>
            <translation>候选的用时与得分</translation>
        </message>
        <message>
            <location filename="../../../gui/compare/plots.py" />
            <source>A</source>
            <translation>A</translation>
        </message>
        <message>
            <location filename="../../../gui/compare/plots.py" />
            <source>floor</source>
            <translation>下限</translation>
        </message>
    </context>
    <context>
        <name>GenerationController</name>
        <message>
            <location filename="../../../gui/controllers/generation_controller.py" />
            <source>Go on</source>
            <translation>继续</translation>
        </message>
        <message>
            <location filename="../../../gui/controllers/generation_controller.py" />
            <source>The queue is paused.</source>
            <translation>队列已暂停。</translation>
        </message>
    </context>
    <context>
        <name>GetModels</name>
        <message>
            <location filename="../../../gui/model_hub/dialog.py" />
            <source>Get models</source>
            <translation>获取模型</translation>
        </message>
        <message>
            <location filename="../../../gui/model_hub/dialog.py" />
            <source>OWNER/NAME or the link of a repository</source>
            <translation>OWNER/NAME 或仓库的链接</translation>
        </message>
        <message>
            <location filename="../../../gui/model_hub/dialog.py" />
            <source>Another repository</source>
            <translation>其他仓库</translation>
        </message>
        <message>
            <location filename="../../../gui/model_hub/dialog.py" />
            <source>Look at it</source>
            <translation>查看</translation>
        </message>
        <message>
            <location filename="../../../gui/model_hub/dialog.py" />
            <source>Asks its hub for the list of files and the headers of the weights; nothing large is fetched</source>
            <translation>只向模型站查询文件列表和权重的文件头；不会下载大文件</translation>
        </message>
        <message>
            <location filename="../../../gui/model_hub/dialog.py" />
            <source>Get…</source>
            <translation>获取…</translation>
        </message>
        <message>
            <location filename="../../../gui/model_hub/dialog.py" />
            <source>Use it</source>
            <translation>使用</translation>
        </message>
        <message>
            <location filename="../../../gui/model_hub/dialog.py" />
            <source>Look for a newer revision</source>
            <translation>查看是否有新版本</translation>
        </message>
        <message>
            <location filename="../../../gui/model_hub/dialog.py" />
            <source>{size} of {whole}; the rest is not needed</source>
            <translation>{whole} 中的 {size}；其余部分不需要</translation>
        </message>
        <message>
            <location filename="../../../gui/model_hub/dialog.py" />
            <source>Languages</source>
            <translation>语言</translation>
        </message>
        <message>
            <location filename="../../../gui/model_hub/dialog.py" />
            <source>From</source>
            <translation>来源</translation>
        </message>
        <message>
            <location filename="../../../gui/model_hub/dialog.py" />
            <source>Licence</source>
            <translation>许可</translation>
        </message>
        <message>
            <location filename="../../../gui/model_hub/dialog.py" />
            <source>Gated</source>
            <translation>需先接受许可</translation>
        </message>
        <message>
            <location filename="../../../gui/model_hub/dialog.py" />
            <source>Size</source>
            <translation>大小</translation>
        </message>
        <message>
            <location filename="../../../gui/model_hub/dialog.py" />
            <source>Disk</source>
            <translation>磁盘</translation>
        </message>
        <message>
            <location filename="../../../gui/model_hub/dialog.py" />
            <source>Memory</source>
            <translation>内存</translation>
        </message>
        <message>
            <location filename="../../../gui/model_hub/dialog.py" />
            <source>A take of 10 s</source>
            <translation>生成 10 秒</translation>
        </message>
        <message>
            <location filename="../../../gui/model_hub/dialog.py" />
            <source>Lies in</source>
            <translation>位于</translation>
        </message>
        <message>
            <location filename="../../../gui/model_hub/dialog.py" />
            <source>Revision</source>
            <translation>版本</translation>
        </message>
        <message>
            <location filename="../../../gui/model_hub/dialog.py" />
            <source>One model comes in at a time.</source>
            <translation>一次只下载一个模型。</translation>
        </message>
        <message>
            <location filename="../../../gui/model_hub/dialog.py" />
            <source>Take it off the list</source>
            <translation>从列表中移除</translation>
        </message>
        <message>
            <location filename="../../../gui/model_hub/dialog.py" />
            <source>Remove ({size})</source>
            <translation>删除 ({size})</translation>
        </message>
        <message>
            <location filename="../../../gui/model_hub/dialog.py" />
            <source>Asking the hub…</source>
            <translation>正在询问模型站…</translation>
        </message>
        <message>
            <location filename="../../../gui/model_hub/dialog.py" />
            <source>This is the newest revision.</source>
            <translation>这已是最新版本。</translation>
        </message>
        <message>
            <location filename="../../../gui/model_hub/dialog.py" />
            <source>There is a newer revision, {revision}. It replaces this one only when it is whole.</source>
            <translation>有新版本 {revision}。只有完整下载后才会替换现有版本。</translation>
        </message>
        <message>
            <location filename="../../../gui/model_hub/dialog.py" />
            <source>This is neither OWNER/NAME nor the link of a repository.</source>
            <translation>这既不是 OWNER/NAME，也不是仓库链接。</translation>
        </message>
        <message>
            <location filename="../../../gui/model_hub/dialog.py" />
            <source>Looking at {name}…</source>
            <translation>正在查看 {name}…</translation>
        </message>
        <message>
            <location filename="../../../gui/model_hub/dialog.py" />
            <source>{repository} is {title}: {count} M parameters. {limits}</source>
            <translation>{repository} 是 {title}：{count} M 参数。{limits}</translation>
        </message>
    </context>
    <context>
        <name>GetModelsController</name>
        <message>
            <location filename="../../../gui/controllers/get_models_controller.py" />
            <source>{name} is here. “Get models…” makes its first sound.</source>
            <translation>{name} 已就位。点“获取模型…”即可生成第一个声音。</translation>
        </message>
        <message>
            <location filename="../../../gui/controllers/get_models_controller.py" />
            <source>The download of {name} is not whole yet. “Get models…” goes on with it.</source>
            <translation>{name} 尚未下载完。点“获取模型…”可继续下载。</translation>
        </message>
    </context>
    <context>
        <name>GpuSupport</name>
        <message>
            <location filename="../../../gui/preferences/gpu_support.py" />
            <source>Add GPU support…</source>
            <translation>添加 GPU 支持…</translation>
        </message>
        <message>
            <location filename="../../../gui/preferences/gpu_support.py" />
            <source>Remove GPU support…</source>
            <translation>移除 GPU 支持…</translation>
        </message>
        <message>
            <location filename="../../../gui/preferences/gpu_support.py" />
            <source>Cancel</source>
            <translation>取消</translation>
        </message>
        <message>
            <location filename="../../../gui/preferences/gpu_support.py" />
            <source>Fetching an engine for the GPU</source>
            <translation>正在下载 GPU 引擎</translation>
        </message>
        <message>
            <location filename="../../../gui/preferences/gpu_support.py" />
            <source>An engine for {kind} was added; it takes {size} GB in {folder}.</source>
            <translation>已添加 {kind} 引擎；它在 {folder} 中占用 {size} GB。</translation>
        </message>
        <message>
            <location filename="../../../gui/preferences/gpu_support.py" />
            <source>This Ditone computes on the processor. An engine for an NVIDIA GPU can be added.</source>
            <translation>当前 Ditone 在处理器上计算。可以添加用于 NVIDIA GPU 的引擎。</translation>
        </message>
        <message>
            <location filename="../../../gui/preferences/gpu_support.py" />
            <source>This Ditone was installed with pip, which changes its engine too: {command}</source>
            <translation>此 Ditone 由 pip 安装，引擎也用 pip 更换：{command}</translation>
        </message>
        <message>
            <location filename="../../../gui/preferences/gpu_support.py" />
            <source>Engine</source>
            <translation>引擎</translation>
        </message>
        <message>
            <location filename="../../../gui/preferences/gpu_support.py" />
            <source>Licence</source>
            <translation>许可</translation>
        </message>
        <message>
            <location filename="../../../gui/preferences/gpu_support.py" />
            <source>Size</source>
            <translation>大小</translation>
        </message>
        <message>
            <location filename="../../../gui/preferences/gpu_support.py" />
            <source>about {fetch} GB to fetch, about {disk} GB on the disk</source>
            <translation>下载约 {fetch} GB，磁盘占用约 {disk} GB</translation>
        </message>
        <message>
            <location filename="../../../gui/preferences/gpu_support.py" />
            <source>Goes to</source>
            <translation>存放位置</translation>
        </message>
        <message>
            <location filename="../../../gui/preferences/gpu_support.py" />
            <source>Free there</source>
            <translation>该处可用空间</translation>
        </message>
        <message>
            <location filename="../../../gui/preferences/gpu_support.py" />
            <source>Fetch an engine for NVIDIA GPUs?</source>
            <translation>下载用于 NVIDIA GPU 的引擎？</translation>
        </message>
        <message>
            <location filename="../../../gui/preferences/gpu_support.py" />
            <source>Fetch it</source>
            <translation>下载</translation>
        </message>
        <message>
            <location filename="../../../gui/preferences/gpu_support.py" />
            <source>There is not enough room.</source>
            <translation>空间不足。</translation>
        </message>
        <message>
            <location filename="../../../gui/preferences/gpu_support.py" />
            <source>Fetching an engine for {kind}…</source>
            <translation>正在下载 {kind} 引擎…</translation>
        </message>
        <message>
            <location filename="../../../gui/preferences/gpu_support.py" />
            <source>Cancelled; nothing was added.</source>
            <translation>已取消；没有添加任何内容。</translation>
        </message>
        <message>
            <location filename="../../../gui/preferences/gpu_support.py" />
            <source>It is there and was tried. It is used from the next start on.</source>
            <translation>已就绪并通过测试。下次启动时开始使用。</translation>
        </message>
        <message>
            <location filename="../../../gui/preferences/gpu_support.py" />
            <source>Delete the added engine?</source>
            <translation>删除已添加的引擎？</translation>
        </message>
        <message>
            <location filename="../../../gui/preferences/gpu_support.py" />
            <source>Delete it</source>
            <translation>删除</translation>
        </message>
        <message>
            <location filename="../../../gui/preferences/gpu_support.py" />
            <source>{size} GB are free again. The processor computes from the next start on.</source>
            <translation>已释放 {size} GB。下次启动起由处理器计算。</translation>
        </message>
        <message>
            <location filename="../../../gui/preferences/gpu_support.py" />
            <source>Not now</source>
            <translation>暂不</translation>
        </message>
    </context>
    <context>
        <name>KeyMap</name>
        <message>
            <location filename="../../../gui/commands/keymap.py" />
            <source>{key} moves through fields and buttons. Choose another key.</source>
            <translation>{key} 用于在输入框和按钮之间移动。请选择其他按键。</translation>
        </message>
        <message>
            <location filename="../../../gui/commands/keymap.py" />
            <source>{key} opens the menu “{menu}”. Choose another key.</source>
            <translation>{key} 会打开菜单“{menu}”。请选择其他按键。</translation>
        </message>
        <message>
            <location filename="../../../gui/commands/keymap.py" />
            <source>{key} already does “{words}”. Choose another key, or give that one another key first.</source>
            <translation>{key} 已用于“{words}”。请选择其他按键，或先为那一项换一个按键。</translation>
        </message>
    </context>
    <context>
        <name>KeysPage</name>
        <message>
            <location filename="../../../gui/preferences/keys_page.py" />
            <source>Keys</source>
            <translation>按键</translation>
        </message>
        <message>
            <location filename="../../../gui/preferences/keys_page.py" />
            <source>Shortcuts</source>
            <translation>快捷键</translation>
        </message>
        <message>
            <location filename="../../../gui/preferences/keys_page.py" />
            <source>What it does</source>
            <translation>功能</translation>
        </message>
        <message>
            <location filename="../../../gui/preferences/keys_page.py" />
            <source>Key</source>
            <translation>按键</translation>
        </message>
        <message>
            <location filename="../../../gui/preferences/keys_page.py" />
            <source>New key: press it</source>
            <translation>新按键：请按下</translation>
        </message>
        <message>
            <location filename="../../../gui/preferences/keys_page.py" />
            <source>No key</source>
            <translation>不设按键</translation>
        </message>
        <message>
            <location filename="../../../gui/preferences/keys_page.py" />
            <source>Reset</source>
            <translation>还原</translation>
        </message>
        <message>
            <location filename="../../../gui/preferences/keys_page.py" />
            <source>Reset all</source>
            <translation>全部还原</translation>
        </message>
        <message>
            <location filename="../../../gui/preferences/keys_page.py" />
            <source>Letter keys act outside text fields.</source>
            <translation>字母键在文本框之外起作用。</translation>
        </message>
        <message>
            <location filename="../../../gui/preferences/keys_page.py" />
            <source>New key for “{words}”: click the field and press it</source>
            <translation>“{words}”的新按键：点击输入框并按下</translation>
        </message>
    </context>
    <context>
        <name>LaneArea</name>
        <message>
            <location filename="../../../gui/panels/lane_area.py" />
            <source>matched {gain}</source>
            <translation>已匹配 {gain}</translation>
        </message>
    </context>
    <context>
        <name>LaneController</name>
        <message>
            <location filename="../../../gui/controllers/lane_controller.py" />
            <source>Both lanes are pinned. Take a pin away, and drop the sound again.</source>
            <translation>两条音轨都已固定。请先取消一个固定，再拖入声音。</translation>
        </message>
        <message>
            <location filename="../../../gui/controllers/lane_controller.py" />
            <source>Show in the lane</source>
            <translation>放入音轨</translation>
        </message>
        <message>
            <location filename="../../../gui/controllers/lane_controller.py" />
            <source>Hear</source>
            <translation>试听</translation>
        </message>
        <message>
            <location filename="../../../gui/controllers/lane_controller.py" />
            <source>Take {number} is ready. Enter in the list lets you hear it.</source>
            <translation>音频 {number} 已就绪。在列表中按 Enter 即可试听。</translation>
        </message>
        <message>
            <location filename="../../../gui/controllers/lane_controller.py" />
            <source>Both lanes are pinned, so the take is played without one. Take a pin away to see it.</source>
            <translation>两条音轨都已固定，因此直接播放此音频。取消一个固定即可在音轨中查看。</translation>
        </message>
    </context>
    <context>
        <name>LibraryController</name>
        <message>
            <location filename="../../../gui/controllers/library_controller.py" />
            <source>1 take is in memory only.</source>
            <translation>有 1 个片段只在内存中。</translation>
        </message>
        <message>
            <location filename="../../../gui/controllers/library_controller.py" />
            <source>{count} takes are in memory only.</source>
            <translation>有 {count} 个片段只在内存中。</translation>
        </message>
        <message>
            <location filename="../../../gui/controllers/library_controller.py" />
            <source>Choose a folder for your takes</source>
            <translation>选择存放片段的文件夹</translation>
        </message>
    </context>
    <context>
        <name>LibraryPage</name>
        <message>
            <location filename="../../../gui/preferences/library_page.py" />
            <source>Library</source>
            <translation>库</translation>
        </message>
        <message>
            <location filename="../../../gui/preferences/library_page.py" />
            <source>Show in folder</source>
            <translation>在文件夹中显示</translation>
        </message>
        <message>
            <location filename="../../../gui/preferences/library_page.py" />
            <source>Include prompt and settings</source>
            <translation>包含提示词和设置</translation>
        </message>
        <message>
            <location filename="../../../gui/preferences/library_page.py" />
            <source>Folder</source>
            <translation>文件夹</translation>
        </message>
        <message>
            <location filename="../../../gui/preferences/library_page.py" />
            <source>Every finished take is kept here. The variable DITONE_LIBRARY names another.</source>
            <translation>每个完成的片段都保存在这里。可用环境变量 DITONE_LIBRARY 指定其他位置。</translation>
        </message>
        <message>
            <location filename="../../../gui/preferences/library_page.py" />
            <source>Size</source>
            <translation>大小</translation>
        </message>
        <message>
            <location filename="../../../gui/preferences/library_page.py" />
            <source>Empty now</source>
            <translation>立即清空</translation>
        </message>
        <message>
            <location filename="../../../gui/preferences/library_page.py" />
            <source>Removes the files of deleted takes for good</source>
            <translation>彻底删除已删除片段的文件</translation>
        </message>
        <message>
            <location filename="../../../gui/preferences/library_page.py" />
            <source>Deleted takes</source>
            <translation>已删除的片段</translation>
        </message>
        <message>
            <location filename="../../../gui/preferences/library_page.py" />
            <source>They are removed at the first start after 30 days; until then Undo can bring them back.</source>
            <translation>30 天后首次启动时会被彻底移除；在此之前可用“撤销”找回。</translation>
        </message>
        <message>
            <location filename="../../../gui/preferences/library_page.py" />
            <source>Exports</source>
            <translation>导出</translation>
        </message>
        <message>
            <location filename="../../../gui/preferences/library_page.py" />
            <source>What an export begins with, and what dragged files hold. With it, a file dropped on the window brings back its settings.</source>
            <translation>导出面板的初始选择，也决定拖出的文件是否包含这些信息。包含时，把文件拖回窗口就能恢复其设置。</translation>
        </message>
        <message>
            <location filename="../../../gui/preferences/library_page.py" />
            <source>Counting…</source>
            <translation>正在统计…</translation>
        </message>
        <message>
            <location filename="../../../gui/preferences/library_page.py" />
            <source>{size} MB in {count} files</source>
            <translation>{count} 个文件，共 {size} MB</translation>
        </message>
        <message>
            <location filename="../../../gui/preferences/library_page.py" />
            <source>{size} MB in {count} takes</source>
            <translation>{count} 个片段，共 {size} MB</translation>
        </message>
        <message>
            <location filename="../../../gui/preferences/library_page.py" />
            <source>Remove these takes for good? {amount}</source>
            <translation>要永久删除这些片段吗？{amount}</translation>
        </message>
        <message>
            <location filename="../../../gui/preferences/library_page.py" />
            <source>Undo cannot bring them back.</source>
            <translation>此操作无法撤销。</translation>
        </message>
        <message>
            <location filename="../../../gui/preferences/library_page.py" />
            <source>Remove</source>
            <translation>删除</translation>
        </message>
        <message>
            <location filename="../../../gui/preferences/library_page.py" />
            <source>Keep</source>
            <translation>保留</translation>
        </message>
        <message>
            <location filename="../../../gui/preferences/library_page.py" />
            <source>They could not be removed: {reason}</source>
            <translation>无法删除：{reason}</translation>
        </message>
    </context>
    <context>
        <name>LicenceWindow</name>
        <message>
            <location filename="../../../gui/model_hub/licence_window.py" />
            <source>Licence of {title}</source>
            <translation>{title} 的许可证</translation>
        </message>
        <message>
            <location filename="../../../gui/model_hub/licence_window.py" />
            <source>Text of the licence</source>
            <translation>许可证全文</translation>
        </message>
    </context>
    <context>
        <name>ListeningTestController</name>
        <message>
            <location filename="../../../gui/controllers/listening_test_controller.py" />
            <source>incomplete: {done} of {total} trials</source>
            <translation>未完成：{done} / {total} 轮</translation>
        </message>
    </context>
    <context>
        <name>LogPanel</name>
        <message>
            <location filename="../../../gui/panels/log_panel.py" />
            <source>Log</source>
            <translation>日志</translation>
        </message>
    </context>
    <context>
        <name>LookPage</name>
        <message>
            <location filename="../../../gui/preferences/look_page.py" />
            <source>Look</source>
            <translation>外观</translation>
        </message>
        <message>
            <location filename="../../../gui/preferences/look_page.py" />
            <source>The new size and language show when Ditone is started again.</source>
            <translation>新的大小和语言将在重新启动 Ditone 后生效。</translation>
        </message>
        <message>
            <location filename="../../../gui/preferences/look_page.py" />
            <source>Colours</source>
            <translation>颜色</translation>
        </message>
        <message>
            <location filename="../../../gui/preferences/look_page.py" />
            <source>Size</source>
            <translation>大小</translation>
        </message>
        <message>
            <location filename="../../../gui/preferences/look_page.py" />
            <source>Of text, icons and spaces alike, on top of what the desktop says.</source>
            <translation>文字、图标和间距一起缩放，在桌面缩放的基础上计算。</translation>
        </message>
        <message>
            <location filename="../../../gui/preferences/look_page.py" />
            <source>Language</source>
            <translation>语言</translation>
        </message>
        <message>
            <location filename="../../../gui/preferences/look_page.py" />
            <source>{percent} %</source>
            <translation>{percent} %</translation>
        </message>
        <message>
            <location filename="../../../gui/preferences/look_page.py" />
            <source>As the system</source>
            <translation>跟随系统</translation>
        </message>
    </context>
    <context>
        <name>MainWindow</name>
        <message>
            <location filename="../../../gui/main_window.py" />
            <source>Command bar</source>
            <translation>命令栏</translation>
        </message>
        <message>
            <location filename="../../../gui/main_window.py" />
            <source>Usage</source>
            <translation>占用</translation>
        </message>
        <message>
            <location filename="../../../gui/main_window.py" />
            <source>Activity</source>
            <translation>活动</translation>
        </message>
        <message>
            <location filename="../../../gui/main_window.py" />
            <source>Performance</source>
            <translation>性能</translation>
        </message>
        <message>
            <location filename="../../../gui/main_window.py" />
            <source>Queue</source>
            <translation>队列</translation>
        </message>
        <message>
            <location filename="../../../gui/main_window.py" />
            <source>Log</source>
            <translation>日志</translation>
        </message>
        <message>
            <location filename="../../../gui/main_window.py" />
            <source>Results</source>
            <translation>结果</translation>
        </message>
        <message>
            <location filename="../../../gui/main_window.py" />
            <source>Takes</source>
            <translation>片段</translation>
        </message>
        <message>
            <location filename="../../../gui/main_window.py" />
            <source>Prompt</source>
            <translation>提示词</translation>
        </message>
        <message>
            <location filename="../../../gui/main_window.py" />
            <source>Queue ({count})</source>
            <translation>队列 ({count})</translation>
        </message>
    </context>
    <context>
        <name>MarksController</name>
        <message>
            <location filename="../../../gui/controllers/marks_controller.py" />
            <source>Star</source>
            <translation>加星标</translation>
        </message>
        <message>
            <location filename="../../../gui/controllers/marks_controller.py" />
            <source>Take the star away</source>
            <translation>去掉星标</translation>
        </message>
        <message>
            <location filename="../../../gui/controllers/marks_controller.py" />
            <source>Rename</source>
            <translation>重命名</translation>
        </message>
        <message>
            <location filename="../../../gui/controllers/marks_controller.py" />
            <source>Delete 1 take</source>
            <translation>删除 1 个音频</translation>
        </message>
        <message>
            <location filename="../../../gui/controllers/marks_controller.py" />
            <source>Delete {count} takes</source>
            <translation>删除 {count} 个音频</translation>
        </message>
    </context>
    <context>
        <name>ModelController</name>
        <message>
            <location filename="../../../gui/controllers/model_controller.py" />
            <source>Choose a model folder</source>
            <translation>选择模型文件夹</translation>
        </message>
    </context>
    <context>
        <name>ModelPanel</name>
        <message>
            <location filename="../../../gui/panels/model_panel.py" />
            <source>Models</source>
            <translation>模型</translation>
        </message>
        <message>
            <location filename="../../../gui/panels/model_panel.py" />
            <source>Built-in and recent models</source>
            <translation>内置和最近的模型</translation>
        </message>
        <message>
            <location filename="../../../gui/panels/model_panel.py" />
            <source>Choose a model folder…</source>
            <translation>选择模型文件夹…</translation>
        </message>
        <message>
            <location filename="../../../gui/panels/model_panel.py" />
            <source>Get models…</source>
            <translation>获取模型…</translation>
        </message>
        <message>
            <location filename="../../../gui/panels/model_panel.py" />
            <source>Device</source>
            <translation>设备</translation>
        </message>
        <message>
            <location filename="../../../gui/panels/model_panel.py" />
            <source>Precision</source>
            <translation>精度</translation>
        </message>
        <message>
            <location filename="../../../gui/panels/model_panel.py" />
            <source>Unload</source>
            <translation>卸载</translation>
        </message>
        <message>
            <location filename="../../../gui/panels/model_panel.py" />
            <source>Give the model's memory back; the next take loads it again</source>
            <translation>释放模型占用的内存；下一个片段会重新载入</translation>
        </message>
        <message>
            <location filename="../../../gui/panels/model_panel.py" />
            <source>Write the weights again as safetensors, which open faster; nothing is deleted</source>
            <translation>把权重另存为打开更快的 safetensors；不会删除任何内容</translation>
        </message>
        <message>
            <location filename="../../../gui/panels/model_panel.py" />
            <source>Built in</source>
            <translation>内置</translation>
        </message>
        <message>
            <location filename="../../../gui/panels/model_panel.py" />
            <source>Automatic</source>
            <translation>自动</translation>
        </message>
        <message>
            <location filename="../../../gui/panels/model_panel.py" />
            <source>No model is chosen</source>
            <translation>没有选择模型</translation>
        </message>
        <message>
            <location filename="../../../gui/panels/model_panel.py" />
            <source>Family</source>
            <translation>系列</translation>
        </message>
        <message>
            <location filename="../../../gui/panels/model_panel.py" />
            <source>Parameters</source>
            <translation>参数量</translation>
        </message>
        <message>
            <location filename="../../../gui/panels/model_panel.py" />
            <source>On disk</source>
            <translation>磁盘占用</translation>
        </message>
        <message>
            <location filename="../../../gui/panels/model_panel.py" />
            <source>Sound</source>
            <translation>声音</translation>
        </message>
        <message>
            <location filename="../../../gui/panels/model_panel.py" />
            <source>stereo</source>
            <translation>立体声</translation>
        </message>
        <message>
            <location filename="../../../gui/panels/model_panel.py" />
            <source>mono</source>
            <translation>单声道</translation>
        </message>
        <message>
            <location filename="../../../gui/panels/model_panel.py" />
            <source>Licence</source>
            <translation>许可证</translation>
        </message>
        <message>
            <location filename="../../../gui/panels/model_panel.py" />
            <source>Memory</source>
            <translation>内存</translation>
        </message>
        <message>
            <location filename="../../../gui/panels/model_panel.py" />
            <source>Automatic precision</source>
            <translation>自动精度</translation>
        </message>
        <message>
            <location filename="../../../gui/panels/model_panel.py" />
            <source>Limits</source>
            <translation>限制</translation>
        </message>
        <message>
            <location filename="../../../gui/panels/model_panel.py" />
            <source>Files</source>
            <translation>文件</translation>
        </message>
        <message>
            <location filename="../../../gui/panels/model_panel.py" />
            <source> (missing)</source>
            <translation>（缺失）</translation>
        </message>
        <message>
            <location filename="../../../gui/panels/model_panel.py" />
            <source>Loaded on {device} in {precision}</source>
            <translation>已载入到 {device}，精度 {precision}</translation>
        </message>
        <message>
            <location filename="../../../gui/panels/model_panel.py" />
            <source>Not loaded</source>
            <translation>未载入</translation>
        </message>
        <message>
            <location filename="../../../gui/panels/model_panel.py" />
            <source>Convert to safetensors…</source>
            <translation>转换为 safetensors…</translation>
        </message>
        <message>
            <location filename="../../../gui/panels/model_panel.py" />
            <source>Converting {percent} %: stop</source>
            <translation>正在转换 {percent} %：停止</translation>
        </message>
        <message>
            <location filename="../../../gui/panels/model_panel.py" />
            <source>about {mib} MiB at its peak with the present settings</source>
            <translation>当前设置下峰值约 {mib} MiB</translation>
        </message>
    </context>
    <context>
        <name>ModelsFolder</name>
        <message>
            <location filename="../../../gui/model_hub/models_folder.py" />
            <source>Move the models folder…</source>
            <translation>移动模型文件夹…</translation>
        </message>
        <message>
            <location filename="../../../gui/model_hub/models_folder.py" />
            <source>Look for models on this computer…</source>
            <translation>在本机查找模型…</translation>
        </message>
        <message>
            <location filename="../../../gui/model_hub/models_folder.py" />
            <source>In the caches of hubs and the folders of other programs; nothing is changed there</source>
            <translation>在模型站缓存和其他程序的文件夹中查找；不会改动其中任何内容</translation>
        </message>
        <message>
            <location filename="../../../gui/model_hub/models_folder.py" />
            <source>Undo</source>
            <translation>撤销</translation>
        </message>
        <message>
            <location filename="../../../gui/model_hub/models_folder.py" />
            <source>Models folder: {folder}</source>
            <translation>模型文件夹：{folder}</translation>
        </message>
        <message>
            <location filename="../../../gui/model_hub/models_folder.py" />
            <source>{name} is off the list; its folder is as it was.</source>
            <translation>{name} 已从列表移除；其文件夹保持原样。</translation>
        </message>
        <message>
            <location filename="../../../gui/model_hub/models_folder.py" />
            <source>{name} is removed; its {size} are free when this window closes.</source>
            <translation>{name} 已删除；关闭窗口后将释放 {size}。</translation>
        </message>
        <message>
            <location filename="../../../gui/model_hub/models_folder.py" />
            <source>{name} is back.</source>
            <translation>{name} 已恢复。</translation>
        </message>
        <message>
            <location filename="../../../gui/model_hub/models_folder.py" />
            <source>Looking for models on this computer…</source>
            <translation>正在本机查找模型…</translation>
        </message>
        <message>
            <location filename="../../../gui/model_hub/models_folder.py" />
            <source>{count} found; they are used where they lie.</source>
            <translation>找到 {count} 个；将在原处使用。</translation>
        </message>
        <message>
            <location filename="../../../gui/model_hub/models_folder.py" />
            <source>No other model that can be used was found.</source>
            <translation>没有找到其他可用的模型。</translation>
        </message>
        <message>
            <location filename="../../../gui/model_hub/models_folder.py" />
            <source>Where models are to be kept</source>
            <translation>选择存放模型的位置</translation>
        </message>
        <message>
            <location filename="../../../gui/model_hub/models_folder.py" />
            <source>Models are being moved…</source>
            <translation>正在移动模型…</translation>
        </message>
        <message>
            <location filename="../../../gui/model_hub/models_folder.py" />
            <source>Models are in {folder} from now on.</source>
            <translation>模型今后存放在 {folder}。</translation>
        </message>
    </context>
    <context>
        <name>NearDialog</name>
        <message>
            <location filename="../../../gui/panels/variation_dialogs.py" />
            <source>How many takes</source>
            <translation>作品数量</translation>
        </message>
        <message>
            <location filename="../../../gui/panels/variation_dialogs.py" />
            <source>Make the takes</source>
            <translation>生成作品</translation>
        </message>
        <message>
            <location filename="../../../gui/panels/variation_dialogs.py" />
            <source>Cancel</source>
            <translation>取消</translation>
        </message>
        <message>
            <location filename="../../../gui/panels/variation_dialogs.py" />
            <source>Takes</source>
            <translation>作品</translation>
        </message>
    </context>
    <context>
        <name>NoticeBar</name>
        <message>
            <location filename="../../../gui/panels/cards.py" />
            <source>Close this note</source>
            <translation>关闭此提示</translation>
        </message>
        <message>
            <location filename="../../../gui/panels/cards.py" />
            <source>{count} more</source>
            <translation>还有 {count} 条</translation>
        </message>
    </context>
    <context>
        <name>NumberRow</name>
        <message>
            <location filename="../../../gui/panels/number_row.py" />
            <source>This model was made for {low} to {high}.</source>
            <translation>此模型适用于 {low} 到 {high}。</translation>
        </message>
        <message>
            <location filename="../../../gui/panels/number_row.py" />
            <source>{wanted} is too much; set to {limit}.</source>
            <translation>{wanted} 太大；已设为 {limit}。</translation>
        </message>
        <message>
            <location filename="../../../gui/panels/number_row.py" />
            <source>{wanted} is too little; set to {limit}.</source>
            <translation>{wanted} 太小；已设为 {limit}。</translation>
        </message>
    </context>
    <context>
        <name>PageTakes</name>
        <message>
            <location filename="../../../gui/controllers/page_takes.py" />
            <source>Cancelled.</source>
            <translation>已取消。</translation>
        </message>
    </context>
    <context>
        <name>PanelHistory</name>
        <message>
            <location filename="../../../gui/panels/panel_history.py" />
            <source>Change {control}</source>
            <translation>更改“{control}”</translation>
        </message>
    </context>
    <context>
        <name>ParityController</name>
        <message>
            <location filename="../../../gui/controllers/parity_controller.py" />
            <source>A table needs two takes. Choose them in the list.</source>
            <translation>对比表至少需要两个结果，请在列表中选择。</translation>
        </message>
        <message>
            <location filename="../../../gui/controllers/parity_controller.py" />
            <source>The library is not open, so the samples of this take cannot be read.</source>
            <translation>库未打开，因此无法读取此结果的采样。</translation>
        </message>
        <message>
            <location filename="../../../gui/controllers/parity_controller.py" />
            <source>Folder for the page</source>
            <translation>页面的文件夹</translation>
        </message>
        <message>
            <location filename="../../../gui/controllers/parity_controller.py" />
            <source>The page is in {folder}.</source>
            <translation>页面已保存在 {folder}。</translation>
        </message>
    </context>
    <context>
        <name>ParityPage</name>
        <message>
            <location filename="../../../gui/compare/parity_page.py" />
            <source>Takes beside the reference</source>
            <translation>与参考对比的结果</translation>
        </message>
        <message>
            <location filename="../../../gui/compare/parity_page.py" />
            <source>Takes beside {title}</source>
            <translation>与“{title}”对比的结果</translation>
        </message>
        <message>
            <location filename="../../../gui/compare/parity_page.py" />
            <source>Reference: {title}</source>
            <translation>参考：{title}</translation>
        </message>
        <message>
            <location filename="../../../gui/compare/parity_page.py" />
            <source>{done} of {total} measured</source>
            <translation>已测量 {done}/{total}</translation>
        </message>
        <message>
            <location filename="../../../gui/compare/parity_page.py" />
            <source>Parity table</source>
            <translation>对比表</translation>
        </message>
        <message>
            <location filename="../../../gui/compare/parity_page.py" />
            <source>Make it the reference</source>
            <translation>设为参考</translation>
        </message>
        <message>
            <location filename="../../../gui/compare/parity_page.py" />
            <source>Sets all other takes beside the chosen one</source>
            <translation>将其他所有结果与选中的结果对比</translation>
        </message>
        <message>
            <location filename="../../../gui/compare/parity_page.py" />
            <source>Columns</source>
            <translation>列</translation>
        </message>
        <message>
            <location filename="../../../gui/compare/parity_page.py" />
            <source>Copy</source>
            <translation>复制</translation>
        </message>
        <message>
            <location filename="../../../gui/compare/parity_page.py" />
            <source>As CSV</source>
            <translation>复制为 CSV</translation>
        </message>
        <message>
            <location filename="../../../gui/compare/parity_page.py" />
            <source>As Markdown</source>
            <translation>复制为 Markdown</translation>
        </message>
        <message>
            <location filename="../../../gui/compare/parity_page.py" />
            <source>Export…</source>
            <translation>导出…</translation>
        </message>
        <message>
            <location filename="../../../gui/compare/parity_page.py" />
            <source>Writes one HTML page with the sounds in it, Markdown, CSV and JSON into a folder</source>
            <translation>将内含声音的 HTML 页面以及 Markdown、CSV 和 JSON 写入一个文件夹</translation>
        </message>
        <message>
            <location filename="../../../gui/compare/parity_page.py" />
            <source>Close</source>
            <translation>关闭</translation>
        </message>
        <message>
            <location filename="../../../gui/compare/parity_page.py" />
            <source>A click on a row plays it as B. A click on a header sorts; a right click hides columns.</source>
            <translation>单击一行即作为 B 播放。单击表头排序，右键单击表头可隐藏列。</translation>
        </message>
    </context>
    <context>
        <name>Player</name>
        <message>
            <location filename="../../../gui/audio/player.py" />
            <source>The output device "{name}" has gone. Playing is paused; Play goes on with the default output.</source>
            <translation>输出设备“{name}”已断开。播放已暂停；按播放将使用默认输出继续。</translation>
        </message>
    </context>
    <context>
        <name>Preferences</name>
        <message>
            <location filename="../../../gui/preferences/dialog.py" />
            <source>Settings</source>
            <translation>设置</translation>
        </message>
        <message>
            <location filename="../../../gui/preferences/dialog.py" />
            <source>Subjects of the settings</source>
            <translation>设置的类别</translation>
        </message>
    </context>
    <context>
        <name>PresetButton</name>
        <message>
            <location filename="../../../gui/panels/preset_button.py" />
            <source>Preset</source>
            <translation>预设</translation>
        </message>
        <message>
            <location filename="../../../gui/panels/preset_button.py" />
            <source> · {count} changed</source>
            <translation> · {count} 项已改</translation>
        </message>
        <message>
            <location filename="../../../gui/panels/preset_button.py" />
            <source>Reset all to the preset</source>
            <translation>全部还原为预设</translation>
        </message>
        <message>
            <location filename="../../../gui/panels/preset_button.py" />
            <source>Save as a preset…</source>
            <translation>另存为预设…</translation>
        </message>
        <message>
            <location filename="../../../gui/panels/preset_button.py" />
            <source>Delete this preset</source>
            <translation>删除此预设</translation>
        </message>
        <message>
            <location filename="../../../gui/panels/preset_button.py" />
            <source>Save as a preset</source>
            <translation>另存为预设</translation>
        </message>
        <message>
            <location filename="../../../gui/panels/preset_button.py" />
            <source>Name</source>
            <translation>名称</translation>
        </message>
    </context>
    <context>
        <name>PromptHints</name>
        <message>
            <location filename="../../../gui/panels/prompt_hints.py" />
            <source>Use the prompt: {prompt}</source>
            <translation>使用提示词：{prompt}</translation>
        </message>
    </context>
    <context>
        <name>PromptPanel</name>
        <message>
            <location filename="../../../gui/panels/prompt_panel.py" />
            <source>Prompt</source>
            <translation>提示词</translation>
        </message>
        <message>
            <location filename="../../../gui/panels/prompt_panel.py" />
            <source>Guidance</source>
            <translation>引导</translation>
        </message>
        <message>
            <location filename="../../../gui/panels/prompt_panel.py" />
            <source>Sampler</source>
            <translation>采样</translation>
        </message>
        <message>
            <location filename="../../../gui/panels/prompt_panel.py" />
            <source>Source audio</source>
            <translation>源音频</translation>
        </message>
        <message>
            <location filename="../../../gui/panels/prompt_panel.py" />
            <source>Voice</source>
            <translation>音色</translation>
        </message>
        <message>
            <location filename="../../../gui/panels/prompt_panel.py" />
            <source>Advanced</source>
            <translation>高级</translation>
        </message>
        <message>
            <location filename="../../../gui/panels/prompt_panel.py" />
            <source>Preset {title}</source>
            <translation>预设 {title}</translation>
        </message>
        <message>
            <location filename="../../../gui/panels/prompt_panel.py" />
            <source>Reset all to the preset</source>
            <translation>全部还原为预设</translation>
        </message>
        <message>
            <location filename="../../../gui/panels/prompt_panel.py" />
            <source>The preset could not be written to {folder}: {why}.</source>
            <translation>预设无法写入 {folder}：{why}。</translation>
        </message>
    </context>
    <context>
        <name>PromptRow</name>
        <message>
            <location filename="../../../gui/panels/prompt_row.py" />
            <source>Length of the prompt</source>
            <translation>提示词长度</translation>
        </message>
        <message>
            <location filename="../../../gui/panels/prompt_row.py" />
            <source>words</source>
            <translation>词</translation>
        </message>
        <message>
            <location filename="../../../gui/panels/prompt_row.py" />
            <source>tokens</source>
            <translation>个词元</translation>
        </message>
        <message>
            <location filename="../../../gui/panels/prompt_row.py" />
            <source>{count} of {limit} {unit}</source>
            <translation>{count} / {limit} {unit}</translation>
        </message>
        <message>
            <location filename="../../../gui/panels/prompt_row.py" />
            <source> · the model stops reading at the mark</source>
            <translation> · 模型只读到标记处</translation>
        </message>
    </context>
    <context>
        <name>Question</name>
        <message>
            <location filename="../../../gui/model_hub/question.py" />
            <source>Download a model</source>
            <translation>下载模型</translation>
        </message>
        <message>
            <location filename="../../../gui/model_hub/question.py" />
            <source>From</source>
            <translation>来源</translation>
        </message>
        <message>
            <location filename="../../../gui/model_hub/question.py" />
            <source>Licence</source>
            <translation>许可</translation>
        </message>
        <message>
            <location filename="../../../gui/model_hub/question.py" />
            <source>Size</source>
            <translation>大小</translation>
        </message>
        <message>
            <location filename="../../../gui/model_hub/question.py" />
            <source>Goes to</source>
            <translation>存放于</translation>
        </message>
        <message>
            <location filename="../../../gui/model_hub/question.py" />
            <source>Free there</source>
            <translation>可用空间</translation>
        </message>
        <message>
            <location filename="../../../gui/model_hub/question.py" />
            <source>Download</source>
            <translation>下载</translation>
        </message>
        <message>
            <location filename="../../../gui/model_hub/question.py" />
            <source>Not now</source>
            <translation>以后再说</translation>
        </message>
        <message>
            <location filename="../../../gui/model_hub/question.py" />
            <source>Show the licence</source>
            <translation>查看许可证</translation>
        </message>
        <message>
            <location filename="../../../gui/model_hub/question.py" />
            <source>Fetches its text from the hub, and nothing else</source>
            <translation>仅从模型站获取许可证文本，不下载其他内容</translation>
        </message>
        <message>
            <location filename="../../../gui/model_hub/question.py" />
            <source>size not known yet</source>
            <translation>大小未知</translation>
        </message>
        <message>
            <location filename="../../../gui/model_hub/question.py" />
            <source>about {size}</source>
            <translation>约 {size}</translation>
        </message>
        <message>
            <location filename="../../../gui/model_hub/question.py" />
            <source>There is not enough room.</source>
            <translation>空间不足。</translation>
        </message>
        <message>
            <location filename="../../../gui/model_hub/question.py" />
            <source>Read it</source>
            <translation>阅读</translation>
        </message>
    </context>
    <context>
        <name>QueuePanel</name>
        <message>
            <location filename="../../../gui/panels/queue_panel.py" />
            <source>State</source>
            <translation>状态</translation>
        </message>
        <message>
            <location filename="../../../gui/panels/queue_panel.py" />
            <source>Prompt</source>
            <translation>提示词</translation>
        </message>
        <message>
            <location filename="../../../gui/panels/queue_panel.py" />
            <source>Seed</source>
            <translation>种子</translation>
        </message>
        <message>
            <location filename="../../../gui/panels/queue_panel.py" />
            <source>Model</source>
            <translation>模型</translation>
        </message>
        <message>
            <location filename="../../../gui/panels/queue_panel.py" />
            <source>Queue of takes</source>
            <translation>片段队列</translation>
        </message>
        <message>
            <location filename="../../../gui/panels/queue_panel.py" />
            <source>Nothing is queued. Ctrl+Enter adds a take, also while another is being made.</source>
            <translation>队列为空。Ctrl+Enter 添加一个片段，正在生成时也可以。</translation>
        </message>
        <message>
            <location filename="../../../gui/panels/queue_panel.py" />
            <source>Cancel item</source>
            <translation>取消此项</translation>
        </message>
        <message>
            <location filename="../../../gui/panels/queue_panel.py" />
            <source>Earlier</source>
            <translation>提前</translation>
        </message>
        <message>
            <location filename="../../../gui/panels/queue_panel.py" />
            <source>Later</source>
            <translation>推后</translation>
        </message>
        <message>
            <location filename="../../../gui/panels/queue_panel.py" />
            <source>Pause</source>
            <translation>暂停</translation>
        </message>
        <message>
            <location filename="../../../gui/panels/queue_panel.py" />
            <source>Clear waiting</source>
            <translation>清除等待项</translation>
        </message>
        <message>
            <location filename="../../../gui/panels/queue_panel.py" />
            <source>Retry failed</source>
            <translation>重试失败项</translation>
        </message>
        <message>
            <location filename="../../../gui/panels/queue_panel.py" />
            <source>Clear failed</source>
            <translation>清除失败项</translation>
        </message>
        <message>
            <location filename="../../../gui/panels/queue_panel.py" />
            <source>Waiting</source>
            <translation>等待</translation>
        </message>
        <message>
            <location filename="../../../gui/panels/queue_panel.py" />
            <source>Running</source>
            <translation>生成中</translation>
        </message>
        <message>
            <location filename="../../../gui/panels/queue_panel.py" />
            <source>Failed</source>
            <translation>失败</translation>
        </message>
        <message>
            <location filename="../../../gui/panels/queue_panel.py" />
            <source>Go on</source>
            <translation>继续</translation>
        </message>
    </context>
    <context>
        <name>ReadingView</name>
        <message>
            <location filename="../../../gui/panels/reading_view.py" />
            <source>The text as it will be read</source>
            <translation>将要读出的文本</translation>
        </message>
        <message>
            <location filename="../../../gui/panels/reading_view.py" />
            <source>Read as it is written</source>
            <translation>照原样朗读</translation>
        </message>
        <message>
            <location filename="../../../gui/panels/reading_view.py" />
            <source>Read as:</source>
            <translation>读作：</translation>
        </message>
        <message>
            <location filename="../../../gui/panels/reading_view.py" />
            <source>Read in {count} pieces:</source>
            <translation>分 {count} 段朗读：</translation>
        </message>
    </context>
    <context>
        <name>RecallController</name>
        <message>
            <location filename="../../../gui/controllers/recall_controller.py" />
            <source>Recall</source>
            <translation>调回</translation>
        </message>
    </context>
    <context>
        <name>RecogniserPage</name>
        <message>
            <location filename="../../../gui/preferences/recogniser_page.py" />
            <source>Recogniser</source>
            <translation>语音识别</translation>
        </message>
        <message>
            <location filename="../../../gui/preferences/recogniser_page.py" />
            <source>No folder is chosen</source>
            <translation>没有选择文件夹</translation>
        </message>
        <message>
            <location filename="../../../gui/preferences/recogniser_page.py" />
            <source>Choose a folder…</source>
            <translation>选择文件夹…</translation>
        </message>
        <message>
            <location filename="../../../gui/preferences/recogniser_page.py" />
            <source>Forget it</source>
            <translation>不再使用</translation>
        </message>
        <message>
            <location filename="../../../gui/preferences/recogniser_page.py" />
            <source>Word error rates of speech are what Whisper hears, through faster-whisper.</source>
            <translation>语音的词错误率由 Whisper（通过 faster-whisper）听写得出。</translation>
        </message>
        <message>
            <location filename="../../../gui/preferences/recogniser_page.py" />
            <source>Folder of the recogniser</source>
            <translation>语音识别模型的文件夹</translation>
        </message>
        <message>
            <location filename="../../../gui/preferences/recogniser_page.py" />
            <source>Folder</source>
            <translation>文件夹</translation>
        </message>
        <message>
            <location filename="../../../gui/preferences/recogniser_page.py" />
            <source>Download a recogniser…</source>
            <translation>下载语音识别模型…</translation>
        </message>
        <message>
            <location filename="../../../gui/preferences/recogniser_page.py" />
            <source>Choose a folder that holds one, or download one.</source>
            <translation>请选择已有的模型文件夹，或下载一个。</translation>
        </message>
        <message>
            <location filename="../../../gui/preferences/recogniser_page.py" />
            <source>Ready: Whisper {name}</source>
            <translation>就绪：Whisper {name}</translation>
        </message>
        <message>
            <location filename="../../../gui/preferences/recogniser_page.py" />
            <source>Choose a Whisper model folder (faster-whisper)</source>
            <translation>选择 Whisper 模型文件夹 (faster-whisper)</translation>
        </message>
    </context>
    <context>
        <name>RecoveryController</name>
        <message>
            <location filename="../../../gui/controllers/recovery_controller.py" />
            <source>1 take of the last time waits in the queue.</source>
            <translation>上次有 1 个片段在队列中等待。</translation>
        </message>
        <message>
            <location filename="../../../gui/controllers/recovery_controller.py" />
            <source>{count} takes of the last time wait in the queue.</source>
            <translation>上次有 {count} 个片段在队列中等待。</translation>
        </message>
        <message>
            <location filename="../../../gui/controllers/recovery_controller.py" />
            <source>Go on</source>
            <translation>继续</translation>
        </message>
        <message>
            <location filename="../../../gui/controllers/recovery_controller.py" />
            <source>1 take of the queue cannot be made now. It is kept, and tried again at the next start: {reason}</source>
            <translation>队列中有 1 个片段现在无法生成。它会被保留，下次启动时再试：{reason}</translation>
        </message>
        <message>
            <location filename="../../../gui/controllers/recovery_controller.py" />
            <source>{count} takes of the queue cannot be made now. They are kept, and tried again at the next start: {reason}</source>
            <translation>队列中有 {count} 个片段现在无法生成。它们会被保留，下次启动时再试：{reason}</translation>
        </message>
    </context>
    <context>
        <name>RegionsRow</name>
        <message>
            <location filename="../../../gui/panels/file_rows.py" />
            <source>{title}, regions in seconds</source>
            <translation>{title}，以秒为单位的区域</translation>
        </message>
        <message>
            <location filename="../../../gui/panels/file_rows.py" />
            <source>{title}: write regions in seconds, for example "0.5-1.2, 3-4".</source>
            <translation>{title}：请以秒为单位填写区域，例如“0.5-1.2, 3-4”。</translation>
        </message>
    </context>
    <context>
        <name>ResultCard</name>
        <message>
            <location filename="../../../gui/compare/blind_test_cards.py" />
            <source>Close</source>
            <translation>关闭</translation>
        </message>
    </context>
    <context>
        <name>ResultsTable</name>
        <message>
            <location filename="../../../gui/batch/results_table.py" />
            <source>Takes of the batch</source>
            <translation>这批声音</translation>
        </message>
    </context>
    <context>
        <name>Roles</name>
        <message>
            <location filename="../../../models/cosyvoice3/family.py" />
            <source>Code and weights are free to use, also commercially. Copy only voices whose owners agree.</source>
            <translation>代码和权重可免费使用，也可商用。只复制所有者同意的声音。</translation>
        </message>
        <message>
            <location filename="../../../models/cosyvoice3/folder.py" />
            <source>sizes of the language model</source>
            <translation>语言模型的尺寸</translation>
        </message>
        <message>
            <location filename="../../../models/cosyvoice3/folder.py" />
            <source>tokenizer</source>
            <translation>分词器</translation>
        </message>
        <message>
            <location filename="../../../models/cosyvoice3/folder.py" />
            <source>speaker network, for new references</source>
            <translation>说话人网络，用于新的参考声音</translation>
        </message>
        <message>
            <location filename="../../../models/cosyvoice3/folder.py" />
            <source>speech tokenizer, for new references</source>
            <translation>语音分词器，用于新的参考声音</translation>
        </message>
        <message>
            <location filename="../../../models/cosyvoice3/folder.py" />
            <source>language model</source>
            <translation>语言模型</translation>
        </message>
        <message>
            <location filename="../../../models/cosyvoice3/folder.py" />
            <source>language model, reinforcement-tuned</source>
            <translation>语言模型，经强化学习调整</translation>
        </message>
        <message>
            <location filename="../../../models/cosyvoice3/folder.py" />
            <source>flow transformer</source>
            <translation>流变换器</translation>
        </message>
        <message>
            <location filename="../../../models/cosyvoice3/folder.py" />
            <source>vocoder</source>
            <translation>声码器</translation>
        </message>
        <message>
            <location filename="../../../models/cosyvoice3/folder.py" />
            <source>sizes of all networks</source>
            <translation>所有网络的尺寸</translation>
        </message>
        <message>
            <location filename="../../../models/dots/family.py" />
            <source>Code and weights are free to use, also commercially. Ask the owner of a voice before you use it.</source>
            <translation>代码和权重可免费使用，也可商用。使用他人声音之前请先征得其同意。</translation>
        </message>
        <message>
            <location filename="../../../models/dots/folder.py" />
            <source>configuration</source>
            <translation>配置</translation>
        </message>
        <message>
            <location filename="../../../models/dots/folder.py" />
            <source>language model configuration</source>
            <translation>语言模型配置</translation>
        </message>
        <message>
            <location filename="../../../models/dots/folder.py" />
            <source>language model, patch encoder, transformer</source>
            <translation>语言模型、片段编码器、变换器</translation>
        </message>
        <message>
            <location filename="../../../models/dots/folder.py" />
            <source>audio encoder and decoder</source>
            <translation>音频编码器和解码器</translation>
        </message>
        <message>
            <location filename="../../../models/dots/folder.py" />
            <source>speaker encoder, for reference voices</source>
            <translation>说话人编码器，用于参考声音</translation>
        </message>
        <message>
            <location filename="../../../models/dots/folder.py" />
            <source>latent statistics</source>
            <translation>潜变量统计</translation>
        </message>
        <message>
            <location filename="../../../models/mini/family.py" />
            <source>transformer, text encoder, latent space</source>
            <translation>变换器、文本编码器、潜空间</translation>
        </message>
        <message>
            <location filename="../../../models/mini/family.py" />
            <source>decoder</source>
            <translation>解码器</translation>
        </message>
        <message>
            <location filename="../../../models/mini/family.py" />
            <source>word vectors</source>
            <translation>词向量</translation>
        </message>
        <message>
            <location filename="../../../models/mini/family.py" />
            <source>word list</source>
            <translation>词表</translation>
        </message>
        <message>
            <location filename="../../../models/mini/family.py" />
            <source>kinds of sounds</source>
            <translation>声音种类</translation>
        </message>
        <message>
            <location filename="../../../models/mini/family.py" />
            <source>Trained by the Ditone project from redistributable sources; see assets/NOTICE. Free to use, also commercially.</source>
            <translation>由 Ditone 项目用可再分发的素材训练；见 assets/NOTICE。可免费使用，也可商用。</translation>
        </message>
        <message>
            <location filename="../../../models/mini/voice/describe.py" />
            <source>A synthetic voice, trained by the Ditone project; see assets/NOTICE. Free to use, also commercially.</source>
            <translation>合成的声音，由 Ditone 项目训练；见 assets/NOTICE。可免费使用，也可商用。</translation>
        </message>
        <message>
            <location filename="../../../models/mini/voice/loading.py" />
            <source>transformer, phoneme encoder, feature space</source>
            <translation>变换器、音素编码器、特征空间</translation>
        </message>
        <message>
            <location filename="../../../models/mini/voice/loading.py" />
            <source>pronunciations</source>
            <translation>发音</translation>
        </message>
        <message>
            <location filename="../../../models/moss_sound_effect/family.py" />
            <source>Code and weights are free to use, also commercially.</source>
            <translation>代码和权重可免费使用，也可商用。</translation>
        </message>
        <message>
            <location filename="../../../models/moss_sound_effect/folder.py" />
            <source>configuration of the whole</source>
            <translation>整体配置</translation>
        </message>
        <message>
            <location filename="../../../models/moss_sound_effect/folder.py" />
            <source>configuration of the transformer</source>
            <translation>变换器的配置</translation>
        </message>
        <message>
            <location filename="../../../models/moss_sound_effect/folder.py" />
            <source>schedule of the published recipe</source>
            <translation>发布方案的时间表</translation>
        </message>
        <message>
            <location filename="../../../models/moss_sound_effect/folder.py" />
            <source>configuration of the text encoder</source>
            <translation>文本编码器的配置</translation>
        </message>
        <message>
            <location filename="../../../models/moss_sound_effect/folder.py" />
            <source>text encoder</source>
            <translation>文本编码器</translation>
        </message>
        <message>
            <location filename="../../../models/moss_sound_effect/folder.py" />
            <source>diffusion transformer</source>
            <translation>扩散变换器</translation>
        </message>
        <message>
            <location filename="../../../models/moss_sound_effect/folder.py" />
            <source>VAE, which turns latents into sound</source>
            <translation>VAE，把潜变量变成声音</translation>
        </message>
        <message>
            <location filename="../../../models/stable_audio_3/family.py" />
            <source>autoencoder</source>
            <translation>自编码器</translation>
        </message>
        <message>
            <location filename="../../../models/stable_audio_3/family.py" />
            <source>transformer, autoencoder, conditioner</source>
            <translation>变换器、自编码器、条件网络</translation>
        </message>
        <message>
            <location filename="../../../models/stable_audio_3/family.py" />
            <source>text encoder, configuration</source>
            <translation>文本编码器，配置</translation>
        </message>
        <message>
            <location filename="../../../models/stable_audio_3/family.py" />
            <source>text encoder, weights</source>
            <translation>文本编码器，权重</translation>
        </message>
        <message>
            <location filename="../../../models/stable_audio_3/family.py" />
            <source>bases of -xs adapters; not needed, they are computed from the weights</source>
            <translation>-xs 适配器的基；不需要，会由权重算出</translation>
        </message>
        <message>
            <location filename="../../../models/stable_audio_3/family.py" />
            <source>licence</source>
            <translation>许可证</translation>
        </message>
        <message>
            <location filename="../../../models/stable_audio_3/licence.py" />
            <source>Use by people and companies above the revenue threshold of the licence needs an agreement with Stability AI, and works must say that they were made with Stability AI's model; the text encoder is under the Gemma terms. The licence files in the folder decide.</source>
            <translation>年收入超过许可证门槛的个人和公司需与 Stability AI 另行签约，作品必须注明使用了 Stability AI 的模型；文本编码器适用 Gemma 条款。以文件夹中的许可证文件为准。</translation>
        </message>
    </context>
    <context>
        <name>Row</name>
        <message>
            <location filename="../../../gui/panels/row.py" />
            <source>seconds</source>
            <translation>秒</translation>
        </message>
        <message>
            <location filename="../../../gui/panels/row.py" />
            <source>Differs from the preset ({value}). Click to reset.</source>
            <translation>与预设（{value}）不同。点击还原。</translation>
        </message>
        <message>
            <location filename="../../../gui/panels/row.py" />
            <source>Reset {name}</source>
            <translation>还原 {name}</translation>
        </message>
        <message>
            <location filename="../../../gui/panels/row.py" />
            <source>Fixed: {reason}</source>
            <translation>固定：{reason}</translation>
        </message>
        <message>
            <location filename="../../../gui/panels/row.py" />
            <source>empty</source>
            <translation>空</translation>
        </message>
        <message>
            <location filename="../../../gui/panels/row.py" />
            <source>{title} is empty.</source>
            <translation>{title} 为空。</translation>
        </message>
        <message>
            <location filename="../../../gui/panels/row.py" />
            <source>Reset to {value}</source>
            <translation>还原为 {value}</translation>
        </message>
    </context>
    <context>
        <name>ScriptController</name>
        <message>
            <location filename="../../../gui/controllers/script_controller.py" />
            <source>The model that is loaded does not read texts aloud: choose one that speaks.</source>
            <translation>已加载的模型不朗读文本：请选择会说话的模型。</translation>
        </message>
        <message>
            <location filename="../../../gui/controllers/script_controller.py" />
            <source>Write or paste a text: each of its lines becomes a take.</source>
            <translation>请写入或粘贴文本：每一行成为一条录音。</translation>
        </message>
        <message>
            <location filename="../../../gui/controllers/script_controller.py" />
            <source>Choose a folder for the takes.</source>
            <translation>请为录音选择文件夹。</translation>
        </message>
        <message>
            <location filename="../../../gui/controllers/script_controller.py" />
            <source>{model}, with the settings of the prompt panel; every line has the same.</source>
            <translation>{model}，使用提示词面板的设置；每一行都相同。</translation>
        </message>
        <message>
            <location filename="../../../gui/controllers/script_controller.py" />
            <source>Every line has its take.</source>
            <translation>每一行都有录音。</translation>
        </message>
        <message>
            <location filename="../../../gui/controllers/script_controller.py" />
            <source>being made</source>
            <translation>正在生成</translation>
        </message>
        <message>
            <location filename="../../../gui/controllers/script_controller.py" />
            <source>not stored</source>
            <translation>未保存</translation>
        </message>
        <message>
            <location filename="../../../gui/controllers/script_controller.py" />
            <source>Line {number} is being made: {done} of {total} are done.</source>
            <translation>正在生成第 {number} 行：已完成 {done} / {total}。</translation>
        </message>
        <message>
            <location filename="../../../gui/controllers/script_controller.py" />
            <source>One line could not be made; its row says why.</source>
            <translation>有一行无法生成；该行写明了原因。</translation>
        </message>
        <message>
            <location filename="../../../gui/controllers/script_controller.py" />
            <source>{count} lines could not be made; their rows say why.</source>
            <translation>有 {count} 行无法生成；各行写明了原因。</translation>
        </message>
        <message>
            <location filename="../../../gui/controllers/script_controller.py" />
            <source>One line has no take yet; what is made is kept.</source>
            <translation>还有一行没有录音；已生成的都会保留。</translation>
        </message>
        <message>
            <location filename="../../../gui/controllers/script_controller.py" />
            <source>{count} lines have no take yet; what is made is kept.</source>
            <translation>还有 {count} 行没有录音；已生成的都会保留。</translation>
        </message>
        <message>
            <location filename="../../../gui/controllers/script_controller.py" />
            <source>Choose a take of line {number}</source>
            <translation>选择第 {number} 行的作品</translation>
        </message>
        <message>
            <location filename="../../../gui/controllers/script_controller.py" />
            <source>Script from line {number}</source>
            <translation>台词本，从第 {number} 行起</translation>
        </message>
        <message>
            <location filename="../../../gui/controllers/script_controller.py" />
            <source>{place}: {count} lines.</source>
            <translation>{place}：{count} 行。</translation>
        </message>
    </context>
    <context>
        <name>ScriptTable</name>
        <message>
            <location filename="../../../gui/script/script_table.py" />
            <source>Lines of the script</source>
            <translation>台词本的各行</translation>
        </message>
    </context>
    <context>
        <name>ScriptWindow</name>
        <message>
            <location filename="../../../gui/script/window.py" />
            <source>Script</source>
            <translation>台词本</translation>
        </message>
        <message>
            <location filename="../../../gui/script/window.py" />
            <source>Choose…</source>
            <translation>选择…</translation>
        </message>
        <message>
            <location filename="../../../gui/script/window.py" />
            <source>Make the lines</source>
            <translation>生成各行</translation>
        </message>
        <message>
            <location filename="../../../gui/script/window.py" />
            <source>Stop</source>
            <translation>停止</translation>
        </message>
        <message>
            <location filename="../../../gui/script/window.py" />
            <source>Play line</source>
            <translation>播放此行</translation>
        </message>
        <message>
            <location filename="../../../gui/script/window.py" />
            <source>Play from here</source>
            <translation>从这里播放</translation>
        </message>
        <message>
            <location filename="../../../gui/script/window.py" />
            <source>Retake</source>
            <translation>重录</translation>
        </message>
        <message>
            <location filename="../../../gui/script/window.py" />
            <source>Export as one file…</source>
            <translation>导出为一个文件…</translation>
        </message>
        <message>
            <location filename="../../../gui/script/window.py" />
            <source>Export numbered files…</source>
            <translation>导出编号文件…</translation>
        </message>
        <message>
            <location filename="../../../gui/script/window.py" />
            <source>Each line becomes a take. Lines that begin with # are left out.</source>
            <translation>每一行成为一条录音。以 # 开头的行会被略去。</translation>
        </message>
        <message>
            <location filename="../../../gui/script/window.py" />
            <source>Text of the script, one take a line</source>
            <translation>台词本的文本，每行一条录音</translation>
        </message>
        <message>
            <location filename="../../../gui/script/window.py" />
            <source>Folder of the script's takes</source>
            <translation>台词本录音的文件夹</translation>
        </message>
        <message>
            <location filename="../../../gui/script/window.py" />
            <source>Progress of the script</source>
            <translation>台词本的进度</translation>
        </message>
        <message>
            <location filename="../../../gui/script/window.py" />
            <source>Take of the line</source>
            <translation>此行的版本</translation>
        </message>
        <message>
            <location filename="../../../gui/script/window.py" />
            <source>Makes one more take of each selected line; the earlier ones stay</source>
            <translation>为每个选中的行再录一版；以前的版本会保留</translation>
        </message>
        <message>
            <location filename="../../../gui/script/window.py" />
            <source>Text</source>
            <translation>文本</translation>
        </message>
        <message>
            <location filename="../../../gui/script/window.py" />
            <source>Folder</source>
            <translation>文件夹</translation>
        </message>
        <message>
            <location filename="../../../gui/script/window.py" />
            <source>Voice</source>
            <translation>音色</translation>
        </message>
        <message>
            <location filename="../../../gui/script/window.py" />
            <source>Take</source>
            <translation>版本</translation>
        </message>
        <message>
            <location filename="../../../gui/script/window.py" />
            <source>Every line needs a take first</source>
            <translation>每一行都需要先有录音</translation>
        </message>
        <message>
            <location filename="../../../gui/script/window.py" />
            <source>Take {number}</source>
            <translation>版本 {number}</translation>
        </message>
        <message>
            <location filename="../../../gui/script/window.py" />
            <source>seed {seed}</source>
            <translation>种子 {seed}</translation>
        </message>
        <message>
            <location filename="../../../gui/script/window.py" />
            <source>Export as one file</source>
            <translation>导出为一个文件</translation>
        </message>
        <message>
            <location filename="../../../gui/script/window.py" />
            <source>Export numbered files</source>
            <translation>导出编号文件</translation>
        </message>
    </context>
    <context>
        <name>SeedRow</name>
        <message>
            <location filename="../../../gui/panels/seed_row.py" />
            <source>Keep this seed</source>
            <translation>保留此种子</translation>
        </message>
        <message>
            <location filename="../../../gui/panels/seed_row.py" />
            <source>New seed</source>
            <translation>新种子</translation>
        </message>
        <message>
            <location filename="../../../gui/panels/seed_row.py" />
            <source>The seed is kept. Click to draw a new one for each Generate.</source>
            <translation>种子已保留。点击后每次生成都会抽取新的种子。</translation>
        </message>
        <message>
            <location filename="../../../gui/panels/seed_row.py" />
            <source>Generate draws a new seed. Click to keep this one.</source>
            <translation>每次生成抽取新的种子。点击保留当前种子。</translation>
        </message>
    </context>
    <context>
        <name>Sentences</name>
        <message>
            <location filename="../../../runtime/audio/loudness.py" />
            <source>The loudness of {0} channels is not defined; up to {1} were expected.</source>
            <translation>{0} 个声道的响度没有定义；最多应为 {1} 个。</translation>
        </message>
        <message>
            <location filename="../../../runtime/audio/metadata.py" />
            <source>{0} could not be read: {1}.</source>
            <translation>无法读取 {0}：{1}。</translation>
        </message>
        <message>
            <location filename="../../../runtime/audio/metadata.py" />
            <source>This file cannot carry settings.</source>
            <translation>此文件不能附带设置。</translation>
        </message>
        <message>
            <location filename="../../../runtime/audio/preparing.py" />
            <source>Opus stores 48 kHz, so the sound was resampled.</source>
            <translation>Opus 以 48 kHz 存储，因此声音已重采样。</translation>
        </message>
        <message>
            <location filename="../../../runtime/audio/preparing.py" />
            <source>The sound is too short or too quiet for a loudness; its mean square was used.</source>
            <translation>声音太短或太轻，无法测量响度；改用均方值。</translation>
        </message>
        <message>
            <location filename="../../../runtime/audio/preparing.py" />
            <source>The true peak would pass {0} dBTP, so the sound is {1} dB quieter than asked.</source>
            <translation>真峰值会超过 {0} dBTP，因此声音比要求的低 {1} dB。</translation>
        </message>
        <message>
            <location filename="../../../runtime/audio/reading.py" />
            <source>{0} holds no samples.</source>
            <translation>{0} 不含任何采样。</translation>
        </message>
        <message>
            <location filename="../../../runtime/audio/reading.py" />
            <source>{0} holds values that are not finite numbers, so no sound can be made from it.</source>
            <translation>{0} 含有非有限数值，无法据此生成声音。</translation>
        </message>
        <message>
            <location filename="../../../runtime/audio/reading.py" />
            <source>Export it again, or choose another file.</source>
            <translation>请重新导出，或选择其他文件。</translation>
        </message>
        <message>
            <location filename="../../../runtime/audio/reading.py" />
            <source>{0} holds values of up to {1}, which no sound has; full scale is 1.</source>
            <translation>{0} 中的数值高达 {1}，任何声音都不会如此；满刻度为 1。</translation>
        </message>
        <message>
            <location filename="../../../runtime/audio/reading.py" />
            <source>{0} holds values that are not finite numbers, the first at {1} s; it has no level and cannot be shown or played.</source>
            <translation>{0} 含有非有限数值，第一个位于 {1} 秒处；它没有电平，无法显示或播放。</translation>
        </message>
        <message>
            <location filename="../../../runtime/audio/reading.py" />
            <source>{0} has a sample rate of {1} Hz; {2} to {3} Hz can be used.</source>
            <translation>{0} 的采样率为 {1} Hz；可用的是 {2} 至 {3} Hz。</translation>
        </message>
        <message>
            <location filename="../../../runtime/audio/reading.py" />
            <source>{0} has {1} channels; up to {2} can be used.</source>
            <translation>{0} 有 {1} 个声道；最多可用 {2} 个。</translation>
        </message>
        <message>
            <location filename="../../../runtime/audio/reading.py" />
            <source>{0} claims {1} samples a channel, which its {2} bytes cannot hold.</source>
            <translation>{0} 声称每个声道有 {1} 个采样，但它的 {2} 个字节装不下。</translation>
        </message>
        <message>
            <location filename="../../../runtime/audio/reading.py" />
            <source>{0} is {1} h long: it needs {2} GB of memory, {3} GB are free.</source>
            <translation>{0} 长 {1} 小时：需要 {2} GB 内存，空闲的有 {3} GB。</translation>
        </message>
        <message>
            <location filename="../../../runtime/audio/reading.py" />
            <source>{0} is not a sound file that can be read here.</source>
            <translation>{0} 不是这里能读取的声音文件。</translation>
        </message>
        <message>
            <location filename="../../../runtime/audio/reading.py" />
            <source>WAV, FLAC, Ogg Vorbis, Opus, MP3 and AIFF are known.</source>
            <translation>支持 WAV、FLAC、Ogg Vorbis、Opus、MP3 和 AIFF。</translation>
        </message>
        <message>
            <location filename="../../../runtime/audio/writing.py" />
            <source>"{0}" does not end in a known format.</source>
            <translation>“{0}”的扩展名不是已知格式。</translation>
        </message>
        <message>
            <location filename="../../../runtime/audio/writing.py" />
            <source>{0} samples above full scale were clipped; {1} keeps them.</source>
            <translation>{0} 个超过满刻度的采样已被削波；{1} 可以保留它们。</translation>
        </message>
        <message>
            <location filename="../../../runtime/audio/writing.py" />
            <source>{0} could not be written: {1}.</source>
            <translation>无法写入 {0}：{1}。</translation>
        </message>
        <message>
            <location filename="../../../runtime/audio/writing.py" />
            <source>Choose another folder.</source>
            <translation>请选择其他文件夹。</translation>
        </message>
        <message>
            <location filename="../../../runtime/audio/writing.py" />
            <source>"{0}" is a name that Windows keeps for a device.</source>
            <translation>“{0}”是 Windows 留给设备的名称。</translation>
        </message>
        <message>
            <location filename="../../../runtime/audio/writing.py" />
            <source>Choose another name.</source>
            <translation>请换一个名称。</translation>
        </message>
        <message>
            <location filename="../../../runtime/audio/writing.py" />
            <source>{0} is a folder; a file name was expected.</source>
            <translation>{0} 是文件夹；应为文件名。</translation>
        </message>
        <message>
            <location filename="../../../runtime/audio/writing.py" />
            <source>The folder {0} does not exist.</source>
            <translation>文件夹 {0} 不存在。</translation>
        </message>
        <message>
            <location filename="../../../runtime/audio/writing.py" />
            <source>Create it or choose another.</source>
            <translation>请创建它或选择其他文件夹。</translation>
        </message>
        <message>
            <location filename="../../../runtime/audio/writing.py" />
            <source>{0} exists already.</source>
            <translation>{0} 已存在。</translation>
        </message>
        <message>
            <location filename="../../../runtime/audio/writing.py" />
            <source>Choose another name, or ask to overwrite it.</source>
            <translation>请选择其他名称，或要求覆盖。</translation>
        </message>
        <message>
            <location filename="../../../runtime/audio/writing.py" />
            <source>{0} cannot hold samples that are not finite numbers.</source>
            <translation>{0} 不能存放非有限数的采样。</translation>
        </message>
        <message>
            <location filename="../../../runtime/audio/writing.py" />
            <source>{0} did not read back as it was written.</source>
            <translation>{0} 读回的内容与写入的不同。</translation>
        </message>
        <message>
            <location filename="../../../runtime/audio/writing.py" />
            <source>Choose another format.</source>
            <translation>请选择其他格式。</translation>
        </message>
        <message>
            <location filename="../../../runtime/audio/writing.py" />
            <source>The disk is full: {0} was not written.</source>
            <translation>磁盘已满：{0} 没有写入。</translation>
        </message>
        <message>
            <location filename="../../../runtime/audio/writing.py" />
            <source>Free some space or choose another folder.</source>
            <translation>请腾出空间或选择其他文件夹。</translation>
        </message>
        <message>
            <location filename="../../../runtime/audio/writing.py" />
            <source>There is no permission to write {0}.</source>
            <translation>没有写入 {0} 的权限。</translation>
        </message>
        <message>
            <location filename="../../../runtime/audio/writing.py" />
            <source>The name {0} is too long for this disk.</source>
            <translation>名称 {0} 对这个磁盘来说太长。</translation>
        </message>
        <message>
            <location filename="../../../runtime/audio/writing.py" />
            <source>Choose a shorter one.</source>
            <translation>请换一个短一些的。</translation>
        </message>
        <message>
            <location filename="../../../runtime/audio/writing.py" />
            <source>{0} could not be written: its folder is not there any more.</source>
            <translation>无法写入 {0}：它所在的文件夹已不存在。</translation>
        </message>
        <message>
            <location filename="../../../runtime/audio/writing.py" />
            <source>{0} cannot hold {1} channels at {2} Hz.</source>
            <translation>{0} 不能存放 {1} 声道、{2} Hz 的声音。</translation>
        </message>
        <message>
            <location filename="../../../runtime/audio/writing.py" />
            <source>Choose WAV or FLAC.</source>
            <translation>请选择 WAV 或 FLAC。</translation>
        </message>
        <message>
            <location filename="../../../runtime/hub/catalogue.py" />
            <source>{0} has no file "{1}" to be fetched besides.</source>
            <translation>{0} 没有可另外下载的文件“{1}”。</translation>
        </message>
        <message>
            <location filename="../../../runtime/hub/catalogue.py" />
            <source>{0}.entries is missing; a list was expected.</source>
            <translation>{0}.entries 缺失；应为列表。</translation>
        </message>
        <message>
            <location filename="../../../runtime/hub/catalogue.py" />
            <source>{0}.gated must be true, false or null.</source>
            <translation>{0}.gated 必须是 true、false 或 null。</translation>
        </message>
        <message>
            <location filename="../../../runtime/hub/catalogue.py" />
            <source>{0} on {1} has no file {2} any more, which is the {3}.</source>
            <translation>{1} 上的 {0} 已没有文件 {2}，它是 {3}。</translation>
        </message>
        <message>
            <location filename="../../../runtime/hub/catalogue.py" />
            <source>The repository was changed; this version of Ditone does not know its new form.</source>
            <translation>仓库已变动；此版本的 Ditone 不认识其新形式。</translation>
        </message>
        <message>
            <location filename="../../../runtime/hub/catalogue.py" />
            <source>Look for a newer Ditone.</source>
            <translation>请查找新版 Ditone。</translation>
        </message>
        <message>
            <location filename="../../../runtime/hub/download.py" />
            <source>{0} sends {1} bytes of {2}, where its list says {3}.</source>
            <translation>{0} 发来 {2} 的 {1} 字节，而列表写的是 {3}。</translation>
        </message>
        <message>
            <location filename="../../../runtime/hub/download.py" />
            <source>The file was changed meanwhile, or a mirror is not up to date.</source>
            <translation>文件在此期间有变动，或镜像不是最新。</translation>
        </message>
        <message>
            <location filename="../../../runtime/hub/download.py" />
            <source>Download it again later, or from another hub.</source>
            <translation>请稍后重新下载，或换一个模型站。</translation>
        </message>
        <message>
            <location filename="../../../runtime/hub/download.py" />
            <source>{0} came in damaged: its checksum is not the one the hub lists.</source>
            <translation>收到的 {0} 已损坏：校验和与模型站列出的不同。</translation>
        </message>
        <message>
            <location filename="../../../runtime/hub/download.py" />
            <source>It was deleted.</source>
            <translation>已删除。</translation>
        </message>
        <message>
            <location filename="../../../runtime/hub/download.py" />
            <source>Download it again.</source>
            <translation>请重新下载。</translation>
        </message>
        <message>
            <location filename="../../../runtime/hub/download.py" />
            <source>{0} has not enough room: {1} MB are needed and {2} MB are free.</source>
            <translation>{0} 空间不够：需要 {1} MB，可用 {2} MB。</translation>
        </message>
        <message>
            <location filename="../../../runtime/hub/download.py" />
            <source>Make room, or choose another folder.</source>
            <translation>请腾出空间，或选择其他文件夹。</translation>
        </message>
        <message>
            <location filename="../../../runtime/hub/download.py" />
            <source>The connection broke while {0} came in.</source>
            <translation>接收 {0} 时连接中断。</translation>
        </message>
        <message>
            <location filename="../../../runtime/hub/download.py" />
            <source>What has come is kept.</source>
            <translation>已下载的部分会保留。</translation>
        </message>
        <message>
            <location filename="../../../runtime/hub/download.py" />
            <source>Resume to get the rest.</source>
            <translation>按“继续”下载其余部分。</translation>
        </message>
        <message>
            <location filename="../../../runtime/hub/download.py" />
            <source>{0} cannot be written: {1}.</source>
            <translation>无法写入 {0}：{1}。</translation>
        </message>
        <message>
            <location filename="../../../runtime/hub/download.py" />
            <source>Make room or choose another folder, then resume.</source>
            <translation>请腾出空间或选择其他文件夹，然后继续。</translation>
        </message>
        <message>
            <location filename="../../../runtime/hub/download.py" />
            <source>{0} cannot be written: the disk is full.</source>
            <translation>{0} 无法写入：磁盘已满。</translation>
        </message>
        <message>
            <location filename="../../../runtime/hub/fetching.py" />
            <source>Nothing was begun in {0}.</source>
            <translation>{0} 中没有开始过的下载。</translation>
        </message>
        <message>
            <location filename="../../../runtime/hub/fetching.py" />
            <source>{0} already holds another {1}.</source>
            <translation>{0} 中已有另一个 {1}。</translation>
        </message>
        <message>
            <location filename="../../../runtime/hub/fetching.py" />
            <source>It was not fetched by Ditone, and is not replaced.</source>
            <translation>它不是 Ditone 下载的，不会被替换。</translation>
        </message>
        <message>
            <location filename="../../../runtime/hub/fetching.py" />
            <source>{0} holds {1}, not {2}.</source>
            <translation>{0} 中是 {1}，不是 {2}。</translation>
        </message>
        <message>
            <location filename="../../../runtime/hub/inspecting.py" />
            <source>{0} is {1}, and cannot be loaded as it is.</source>
            <translation>{0} 是 {1}，目前无法载入。</translation>
        </message>
        <message>
            <location filename="../../../runtime/hub/inspecting.py" />
            <source>{0} cannot send a part of {1}, so that it cannot be looked at first.</source>
            <translation>{0} 不能只发送 {1} 的一部分，因此无法预先查看。</translation>
        </message>
        <message>
            <location filename="../../../runtime/hub/licence.py" />
            <source>{0} brings no text of its licence along.</source>
            <translation>{0} 没有附带许可证文本。</translation>
        </message>
        <message>
            <location filename="../../../runtime/hub/licence.py" />
            <source>Read about it on the page https://{0}/{1}.</source>
            <translation>请在页面 https://{0}/{1} 上查看。</translation>
        </message>
        <message>
            <location filename="../../../runtime/hub/listing.py" />
            <source>{0} does not answer as a model hub does.</source>
            <translation>{0} 的回答不像模型站。</translation>
        </message>
        <message>
            <location filename="../../../runtime/hub/listing.py" />
            <source>A page for signing in to the network may stand in between.</source>
            <translation>中间可能有网络登录页面。</translation>
        </message>
        <message>
            <location filename="../../../runtime/hub/listing.py" />
            <source>{0} lists a file whose name leads out of its folder ({1}); it is not fetched.</source>
            <translation>{0} 列出了一个名称指向文件夹之外的文件 ({1})；不会下载。</translation>
        </message>
        <message>
            <location filename="../../../runtime/hub/locks.py" />
            <source>Another Ditone is at work in {0}.</source>
            <translation>另一个 Ditone 正在使用 {0}。</translation>
        </message>
        <message>
            <location filename="../../../runtime/hub/locks.py" />
            <source>Wait until it is done.</source>
            <translation>请等它完成。</translation>
        </message>
        <message>
            <location filename="../../../runtime/hub/moving.py" />
            <source>The models folder is set by {0}.</source>
            <translation>模型文件夹由 {0} 设定。</translation>
        </message>
        <message>
            <location filename="../../../runtime/hub/moving.py" />
            <source>Change it there.</source>
            <translation>请在那里更改。</translation>
        </message>
        <message>
            <location filename="../../../runtime/hub/moving.py" />
            <source>{0} is the models folder, holds it or lies in it.</source>
            <translation>{0} 是模型文件夹、包含它或在它之中。</translation>
        </message>
        <message>
            <location filename="../../../runtime/hub/network.py" />
            <source>{0} refused {1} (status {2}).</source>
            <translation>{0} 拒绝了 {1}（状态 {2}）。</translation>
        </message>
        <message>
            <location filename="../../../runtime/hub/network.py" />
            <source>Try again later, or choose a folder instead.</source>
            <translation>请稍后再试，或改为选择文件夹。</translation>
        </message>
        <message>
            <location filename="../../../runtime/hub/network.py" />
            <source>Downloads from {0} are switched off by HF_HUB_OFFLINE.</source>
            <translation>HF_HUB_OFFLINE 关闭了从 {0} 的下载。</translation>
        </message>
        <message>
            <location filename="../../../runtime/hub/network.py" />
            <source>Unset it, or choose a folder instead.</source>
            <translation>请取消该设置，或改为选择文件夹。</translation>
        </message>
        <message>
            <location filename="../../../runtime/hub/network.py" />
            <source>{0} does not accept the token: it was revoked, has run out or was mistyped.</source>
            <translation>{0} 不接受该令牌：已被撤销、已过期或输入有误。</translation>
        </message>
        <message>
            <location filename="../../../runtime/hub/network.py" />
            <source>Make a new one that may read at {0} and put it in.</source>
            <translation>请在 {0} 创建一个有读取权限的新令牌并填入。</translation>
        </message>
        <message>
            <location filename="../../../runtime/hub/network.py" />
            <source>{0} is given only to people who accept its licence, and {1} does not know who is asking.</source>
            <translation>{0} 只提供给接受其许可的人，而 {1} 不知道是谁在请求。</translation>
        </message>
        <message>
            <location filename="../../../runtime/hub/network.py" />
            <source>Sign in at {0} and accept the licence.</source>
            <translation>在 {0} 登录并接受许可。</translation>
        </message>
        <message>
            <location filename="../../../runtime/hub/network.py" />
            <source>Make a token that may read at {0}.</source>
            <translation>在 {0} 创建一个有读取权限的令牌。</translation>
        </message>
        <message>
            <location filename="../../../runtime/hub/network.py" />
            <source>Put the token in, here in the studio or as HF_TOKEN for a command, and download again.</source>
            <translation>把令牌填入（在软件中填在这里，命令行则设置 HF_TOKEN），然后重新下载。</translation>
        </message>
        <message>
            <location filename="../../../runtime/hub/network.py" />
            <source>{0} has no public repository {1}.</source>
            <translation>{0} 没有公开仓库 {1}。</translation>
        </message>
        <message>
            <location filename="../../../runtime/hub/network.py" />
            <source>It is private, or its name is another.</source>
            <translation>它是私有的，或名称不同。</translation>
        </message>
        <message>
            <location filename="../../../runtime/hub/network.py" />
            <source>Look at the name; a private one needs a token that may read it.</source>
            <translation>请检查名称；私有仓库需要有读取权限的令牌。</translation>
        </message>
        <message>
            <location filename="../../../runtime/hub/network.py" />
            <source>You have asked for {0}, and its owners have not decided yet.</source>
            <translation>您已申请 {0}，其所有者尚未决定。</translation>
        </message>
        <message>
            <location filename="../../../runtime/hub/network.py" />
            <source>Look at {0} later; nothing else is missing.</source>
            <translation>请稍后查看 {0}；其他都已齐备。</translation>
        </message>
        <message>
            <location filename="../../../runtime/hub/network.py" />
            <source>The token may not read gated repositories such as {0}.</source>
            <translation>该令牌无权读取 {0} 这类受限仓库。</translation>
        </message>
        <message>
            <location filename="../../../runtime/hub/network.py" />
            <source>Give it that right at {0}, or make one of the kind that reads everything.</source>
            <translation>请在 {0} 授予该权限，或创建可读取全部内容的令牌。</translation>
        </message>
        <message>
            <location filename="../../../runtime/hub/network.py" />
            <source>The licence of {0} is not accepted yet by the owner of this token.</source>
            <translation>该令牌的所有者尚未接受 {0} 的许可。</translation>
        </message>
        <message>
            <location filename="../../../runtime/hub/network.py" />
            <source>Sign in at {0}, accept the licence, and download again.</source>
            <translation>在 {0} 登录，接受许可，然后重新下载。</translation>
        </message>
        <message>
            <location filename="../../../runtime/hub/network.py" />
            <source>{0} refuses {1} (status 403).</source>
            <translation>{0} 拒绝提供 {1}（状态 403）。</translation>
        </message>
        <message>
            <location filename="../../../runtime/hub/network.py" />
            <source>The licence may not be accepted, or the token may lack the right to read.</source>
            <translation>许可可能未被接受，或令牌缺少读取权限。</translation>
        </message>
        <message>
            <location filename="../../../runtime/hub/network.py" />
            <source>The revision of {0} that was begun is gone from {1}.</source>
            <translation>{1} 上已没有开始下载时的 {0} 版本。</translation>
        </message>
        <message>
            <location filename="../../../runtime/hub/network.py" />
            <source>Delete what has come and download again.</source>
            <translation>请删除已下载部分并重新下载。</translation>
        </message>
        <message>
            <location filename="../../../runtime/hub/network.py" />
            <source>{0} has no file {1} in {2} any more (status 404).</source>
            <translation>{0} 的 {2} 中已没有文件 {1}（状态 404）。</translation>
        </message>
        <message>
            <location filename="../../../runtime/hub/network.py" />
            <source>{0} has no repository {1} (status 404).</source>
            <translation>{0} 没有仓库 {1}（状态 404）。</translation>
        </message>
        <message>
            <location filename="../../../runtime/hub/network.py" />
            <source>Look at the name: OWNER/NAME, as in the address of its page.</source>
            <translation>请检查名称：OWNER/NAME，与其页面地址一致。</translation>
        </message>
        <message>
            <location filename="../../../runtime/hub/network.py" />
            <source>{0} was asked too often from here (status 429).</source>
            <translation>从这里请求 {0} 过于频繁（状态 429）。</translation>
        </message>
        <message>
            <location filename="../../../runtime/hub/network.py" />
            <source>Try again {0}; what has come is kept.</source>
            <translation>请 {0} 重试；已下载部分会保留。</translation>
        </message>
        <message>
            <location filename="../../../runtime/hub/network.py" />
            <source>{0} has trouble of its own (status {1}).</source>
            <translation>{0} 自身出现故障（状态 {1}）。</translation>
        </message>
        <message>
            <location filename="../../../runtime/hub/network.py" />
            <source>Try again later; what has come is kept.</source>
            <translation>请稍后重试；已下载部分会保留。</translation>
        </message>
        <message>
            <location filename="../../../runtime/hub/network.py" />
            <source>"{0}" is not the name of a repository.</source>
            <translation>“{0}”不是仓库名称。</translation>
        </message>
        <message>
            <location filename="../../../runtime/hub/network.py" />
            <source>A name has the form OWNER/NAME, as in the address of its page.</source>
            <translation>名称的形式是 OWNER/NAME，与其页面地址一致。</translation>
        </message>
        <message>
            <location filename="../../../runtime/hub/network.py" />
            <source>{0} has sent nothing for {1} s.</source>
            <translation>{0} 已有 {1} 秒没有发来数据。</translation>
        </message>
        <message>
            <location filename="../../../runtime/hub/network.py" />
            <source>Retry to get the rest.</source>
            <translation>请重试以获取其余部分。</translation>
        </message>
        <message>
            <location filename="../../../runtime/hub/network.py" />
            <source>The proxy did not let {0} be reached.</source>
            <translation>代理没有放行到 {0} 的连接。</translation>
        </message>
        <message>
            <location filename="../../../runtime/hub/network.py" />
            <source>Look at HTTPS_PROXY and HTTP_PROXY, or choose a folder instead.</source>
            <translation>请检查 HTTPS_PROXY 和 HTTP_PROXY，或改为选择文件夹。</translation>
        </message>
        <message>
            <location filename="../../../runtime/hub/network.py" />
            <source>The proxy for {0} is of a kind that is not supported here.</source>
            <translation>用于 {0} 的代理类型不受支持。</translation>
        </message>
        <message>
            <location filename="../../../runtime/hub/network.py" />
            <source>Set HTTPS_PROXY to an HTTP proxy, or choose a folder instead.</source>
            <translation>请把 HTTPS_PROXY 设为 HTTP 代理，或改为选择文件夹。</translation>
        </message>
        <message>
            <location filename="../../../runtime/hub/network.py" />
            <source>Could not reach {0}; choose a folder instead.</source>
            <translation>无法连接 {0}；请改为选择文件夹。</translation>
        </message>
        <message>
            <location filename="../../../runtime/hub/record.py" />
            <source>{0} is damaged.</source>
            <translation>{0} 已损坏。</translation>
        </message>
        <message>
            <location filename="../../../runtime/hub/removing.py" />
            <source>{0} belongs to another program; it was only used in place.</source>
            <translation>{0} 属于另一个程序；只是在原处使用。</translation>
        </message>
        <message>
            <location filename="../../../runtime/hub/removing.py" />
            <source>It can be taken off the list.</source>
            <translation>可以把它从列表中移除。</translation>
        </message>
        <message>
            <location filename="../../../runtime/hub/removing.py" />
            <source>Fetch it again.</source>
            <translation>请重新获取。</translation>
        </message>
        <message>
            <location filename="../../../runtime/hub/removing.py" />
            <source>{0} could not be removed: {1}.</source>
            <translation>{0} 无法删除：{1}。</translation>
        </message>
        <message>
            <location filename="../../../runtime/hub/removing.py" />
            <source>Unload the model first.</source>
            <translation>请先卸载该模型。</translation>
        </message>
        <message>
            <location filename="../../../runtime/hub/repacks.py" />
            <source>a model in GGUF form, quantised for programs such as llama.cpp</source>
            <translation>GGUF 形式的模型，为 llama.cpp 一类程序量化</translation>
        </message>
        <message>
            <location filename="../../../runtime/hub/repacks.py" />
            <source>a Core ML conversion, for Apple's own libraries</source>
            <translation>Core ML 转换版，供 Apple 自己的库使用</translation>
        </message>
        <message>
            <location filename="../../../runtime/hub/repacks.py" />
            <source>a TensorRT engine, built for one kind of GPU</source>
            <translation>TensorRT 引擎，为某一种 GPU 构建</translation>
        </message>
        <message>
            <location filename="../../../runtime/hub/repacks.py" />
            <source>a model in the form of MLX, for Apple silicon</source>
            <translation>MLX 形式的模型，供 Apple 芯片使用</translation>
        </message>
        <message>
            <location filename="../../../runtime/hub/repacks.py" />
            <source>a model as ONNX networks, exported for another runtime</source>
            <translation>ONNX 网络形式的模型，为其他运行库导出</translation>
        </message>
        <message>
            <location filename="../../../runtime/hub/repacks.py" />
            <source>weights in fp8, eight bits a number</source>
            <translation>fp8 权重，每个数八位</translation>
        </message>
        <message>
            <location filename="../../../runtime/hub/repacks.py" />
            <source>quantised weights, eight bits a number or less</source>
            <translation>量化的权重，每个数不超过八位</translation>
        </message>
        <message>
            <location filename="../../../runtime/hub/repacks.py" />
            <source>a single file of weights, repacked for a node editor, without its configuration</source>
            <translation>单个权重文件，为节点编辑器重新打包，没有配置</translation>
        </message>
        <message>
            <location filename="../../../runtime/hub/store.py" />
            <source>"{0}" cannot be the name of a folder.</source>
            <translation>“{0}”不能作为文件夹名称。</translation>
        </message>
        <message>
            <location filename="../../../runtime/hub/tokens.py" />
            <source>This is not a token: it has to be one word of letters, digits and underscores.</source>
            <translation>这不是令牌：令牌是由字母、数字和下划线组成的一个词。</translation>
        </message>
        <message>
            <location filename="../../../runtime/installation/damage.py" />
            <source>This installation of Ditone is damaged.</source>
            <translation>此 Ditone 安装已损坏。</translation>
        </message>
        <message>
            <location filename="../../../runtime/installation/damage.py" />
            <source>This system is too old for Ditone.</source>
            <translation>此系统版本过旧，无法运行 Ditone。</translation>
        </message>
        <message>
            <location filename="../../../runtime/installation/damage.py" />
            <source>A library of it has no {0}: {1}.</source>
            <translation>系统库缺少 {0}：{1}。</translation>
        </message>
        <message>
            <location filename="../../../runtime/installation/damage.py" />
            <source>Debian 12 and Ubuntu 22.04 are new enough.</source>
            <translation>Debian 12 和 Ubuntu 22.04 即可满足要求。</translation>
        </message>
        <message>
            <location filename="../../../runtime/installation/damage.py" />
            <source>The system library {0} is missing.</source>
            <translation>缺少系统库 {0}。</translation>
        </message>
        <message>
            <location filename="../../../runtime/installation/engines.py" />
            <source>The engine could not be fetched.</source>
            <translation>引擎下载失败。</translation>
        </message>
        <message>
            <location filename="../../../runtime/installation/engines.py" />
            <source>There is no engine "{0}".</source>
            <translation>没有名为“{0}”的引擎。</translation>
        </message>
        <message>
            <location filename="../../../runtime/installation/engines.py" />
            <source>Known are: {0}.</source>
            <translation>可用的有：{0}。</translation>
        </message>
        <message>
            <location filename="../../../runtime/installation/engines.py" />
            <source>Which build of torch for {0} fits depends on this machine's driver.</source>
            <translation>哪个 torch 版本适合 {0} 取决于本机的驱动程序。</translation>
        </message>
        <message>
            <location filename="../../../runtime/installation/engines.py" />
            <source>Look at {0} and give the address behind --index-url as --index.</source>
            <translation>请查看 {0}，并把 --index-url 后的地址用 --index 传入。</translation>
        </message>
        <message>
            <location filename="../../../runtime/installation/engines.py" />
            <source>This Ditone was installed with pip, which changes its torch too.</source>
            <translation>此 Ditone 由 pip 安装，torch 也用 pip 更换。</translation>
        </message>
        <message>
            <location filename="../../../runtime/installation/engines.py" />
            <source>For an NVIDIA GPU: {0}.</source>
            <translation>NVIDIA GPU：{0}。</translation>
        </message>
        <message>
            <location filename="../../../runtime/installation/engines.py" />
            <source>For other builds see {0}.</source>
            <translation>其他版本见 {0}。</translation>
        </message>
        <message>
            <location filename="../../../runtime/installation/engines.py" />
            <source>This installation brings no pip.</source>
            <translation>此安装不带 pip。</translation>
        </message>
        <message>
            <location filename="../../../runtime/installation/engines.py" />
            <source>Where there is a Python with pip: {0}.</source>
            <translation>在装有 pip 的 Python 中：{0}。</translation>
        </message>
        <message>
            <location filename="../../../runtime/installation/engines.py" />
            <source>The disk of {0} is full.</source>
            <translation>{0} 所在磁盘已满。</translation>
        </message>
        <message>
            <location filename="../../../runtime/installation/engines.py" />
            <source>{0}: about {1} GB are needed.</source>
            <translation>{0}：约需 {1} GB。</translation>
        </message>
        <message>
            <location filename="../../../runtime/installation/engines.py" />
            <source>Make room and try again.</source>
            <translation>请腾出空间后重试。</translation>
        </message>
        <message>
            <location filename="../../../runtime/installation/engines.py" />
            <source>The network cannot be reached, so nothing was added.</source>
            <translation>无法连接网络，因此没有添加任何内容。</translation>
        </message>
        <message>
            <location filename="../../../runtime/installation/engines.py" />
            <source>Try it again with a network.</source>
            <translation>联网后请重试。</translation>
        </message>
        <message>
            <location filename="../../../runtime/installation/engines.py" />
            <source>There is no build torch {0} for {1} there.</source>
            <translation>那里没有适用于 {1} 的 torch {0}。</translation>
        </message>
        <message>
            <location filename="../../../runtime/installation/engines.py" />
            <source>Look at {0} and give --index.</source>
            <translation>请查看 {0} 并给出 --index。</translation>
        </message>
        <message>
            <location filename="../../../runtime/installation/engines.py" />
            <source>torch {0} came, and {1} was asked for; nothing was added.</source>
            <translation>得到的是 torch {0}，而需要的是 {1}；没有添加任何内容。</translation>
        </message>
        <message>
            <location filename="../../../runtime/installation/engines.py" />
            <source>The torch that came is no build for {0}, so nothing was added.</source>
            <translation>得到的 torch 不适用于 {0}，因此没有添加任何内容。</translation>
        </message>
        <message>
            <location filename="../../../runtime/installation/engines.py" />
            <source>The engine could not be stored in {0}: {1}.</source>
            <translation>引擎无法存入 {0}：{1}。</translation>
        </message>
        <message>
            <location filename="../../../runtime/installation/engines.py" />
            <source>{0} could not be deleted: {1}.</source>
            <translation>无法删除 {0}：{1}。</translation>
        </message>
        <message>
            <location filename="../../../runtime/installation/engines.py" />
            <source>Close every window of Ditone and try it again.</source>
            <translation>请关闭所有 Ditone 窗口后重试。</translation>
        </message>
        <message>
            <location filename="../../../runtime/installation/engines.py" />
            <source>The torch that came cannot be imported here, so nothing was added.</source>
            <translation>得到的 torch 无法在此加载，因此没有添加任何内容。</translation>
        </message>
        <message>
            <location filename="../../../runtime/installation/updates.py" />
            <source>{0} is no address of the web.</source>
            <translation>{0} 不是网址。</translation>
        </message>
        <message>
            <location filename="../../../runtime/installation/updates.py" />
            <source>{0} answered with something that names no version.</source>
            <translation>{0} 的回答中没有版本号。</translation>
        </message>
        <message>
            <location filename="../../../runtime/installation/updates.py" />
            <source>Try it again later.</source>
            <translation>请稍后重试。</translation>
        </message>
        <message>
            <location filename="../../../runtime/installation/updates.py" />
            <source>{0} does not tell of new versions (status {1}).</source>
            <translation>{0} 未提供新版本信息（状态 {1}）。</translation>
        </message>
        <message>
            <location filename="../../../runtime/installation/updates.py" />
            <source>{0} cannot be reached.</source>
            <translation>无法连接 {0}。</translation>
        </message>
        <message>
            <location filename="../../../runtime/installation/updates.py" />
            <source>The network says: {0}.</source>
            <translation>网络提示：{0}。</translation>
        </message>
        <message>
            <location filename="../../../runtime/library/files.py" />
            <source>The library folder {0} cannot be made: {1}.</source>
            <translation>无法创建库文件夹 {0}：{1}。</translation>
        </message>
        <message>
            <location filename="../../../runtime/library/library.py" />
            <source>The take could not be kept. {0}</source>
            <translation>无法保存片段。{0}</translation>
        </message>
        <message>
            <location filename="../../../runtime/library/library.py" />
            <source>Nor in a rescue folder: {0}</source>
            <translation>备用文件夹也不行：{0}</translation>
        </message>
        <message>
            <location filename="../../../runtime/library/library.py" />
            <source>Removed from the library for good, and not to be brought back: {0} of the takes.</source>
            <translation>已从库中永久删除、无法恢复的片段：{0} 个。</translation>
        </message>
        <message>
            <location filename="../../../runtime/library/library.py" />
            <source>This take is not in the library any more.</source>
            <translation>此片段已不在库中。</translation>
        </message>
        <message>
            <location filename="../../../runtime/library/library.py" />
            <source>The index of the library cannot be used now: {0}.</source>
            <translation>现在无法使用片段库的索引：{0}。</translation>
        </message>
        <message>
            <location filename="../../../runtime/library/library.py" />
            <source>Your takes are files and are not touched by it.</source>
            <translation>您的片段都是文件，不受影响。</translation>
        </message>
        <message>
            <location filename="../../../runtime/library/library.py" />
            <source>Try again.</source>
            <translation>请再试一次。</translation>
        </message>
        <message>
            <location filename="../../../runtime/library/library.py" />
            <source>The change could not be stored: {0}.</source>
            <translation>无法保存更改：{0}。</translation>
        </message>
        <message>
            <location filename="../../../runtime/library/opening.py" />
            <source>The index of the library in {0} was written by a newer Ditone and is left as it is; this one keeps its own beside it. Takes are kept as ever. What waited in the newer one's queue waits there.</source>
            <translation>{0} 中片段库的索引由更新版本的 Ditone 写成，保持原样；本版本在旁边另建自己的索引。片段照常保存。新版本队列中等待的项目仍在那里等待。</translation>
        </message>
        <message>
            <location filename="../../../runtime/library/opening.py" />
            <source>The library in {0} was written by a newer Ditone.</source>
            <translation>{0} 中的库由更新版本的 Ditone 写入。</translation>
        </message>
        <message>
            <location filename="../../../runtime/library/opening.py" />
            <source>Update Ditone, or choose another folder.</source>
            <translation>请更新 Ditone，或选择其他文件夹。</translation>
        </message>
        <message>
            <location filename="../../../runtime/library/opening.py" />
            <source>The index of the library cannot be used now ({0}); until the next start it is kept in memory, and so is the queue. Takes are kept as ever.</source>
            <translation>现在无法使用片段库的索引（{0}）；在下次启动之前，索引和队列都保存在内存中。片段照常保存。</translation>
        </message>
        <message>
            <location filename="../../../runtime/library/opening.py" />
            <source>{0} of the library was no file; it was set aside as {1}.</source>
            <translation>片段库的 {0} 不是文件，已改名为 {1} 放在一旁。</translation>
        </message>
        <message>
            <location filename="../../../runtime/library/queue.py" />
            <source>{0} takes asked for at once; the number must be from 1 to {1}.</source>
            <translation>一次要求 {0} 个片段；数量必须在 1 到 {1} 之间。</translation>
        </message>
        <message>
            <location filename="../../../runtime/comparison/drift.py" />
            <source>The two takes cannot be followed step by step: their latents are {0} and {1}.</source>
            <translation>无法逐步对照这两个片段：它们的潜变量分别是 {0} 和 {1}。</translation>
        </message>
        <message>
            <location filename="../../../runtime/comparison/drift.py" />
            <source>Traces of equal length and model are needed; keep them by the control "Keep step traces".</source>
            <translation>需要长度和模型都相同的轨迹；请用“保留新片段的每步轨迹”来保留。</translation>
        </message>
        <message>
            <location filename="../../../runtime/comparison/latents.py" />
            <source>This take kept no latents of its steps.</source>
            <translation>此生成结果没有保留各步的潜变量。</translation>
        </message>
        <message>
            <location filename="../../../runtime/comparison/latents.py" />
            <source>Make it again with step traces.</source>
            <translation>请开启步进轨迹后重新生成。</translation>
        </message>
        <message>
            <location filename="../../../runtime/comparison/latents.py" />
            <source>{0} ends in "{1}"; latents are stored as .npz or .safetensors.</source>
            <translation>{0} 的扩展名是“{1}”；潜变量以 .npz 或 .safetensors 保存。</translation>
        </message>
        <message>
            <location filename="../../../runtime/comparison/latents.py" />
            <source>{0}: final is {1}, but a step is {2}.</source>
            <translation>{0}：final 的形状是 {1}，而每一步是 {2}。</translation>
        </message>
        <message>
            <location filename="../../../runtime/comparison/latents.py" />
            <source>{0}: {1} has the shape {2}; {3}</source>
            <translation>{0}：{1} 的形状是 {2}；{3}</translation>
        </message>
        <message>
            <location filename="../../../runtime/comparison/latents.py" />
            <source>{0}: there are {1} noise_levels for {2} steps or states; one for each was expected.</source>
            <translation>{0}：noise_levels 有 {1} 个，而步或状态有 {2} 个；应当各有一个。</translation>
        </message>
        <message>
            <location filename="../../../runtime/comparison/latents.py" />
            <source>{0}: noise_levels must fall from step to step, from at most 1 to at least 0.</source>
            <translation>{0}：noise_levels 必须逐步下降，从不大于 1 到不小于 0。</translation>
        </message>
        <message>
            <location filename="../../../runtime/comparison/latents.py" />
            <source>{0}: states must hold the start and at least one step.</source>
            <translation>{0}：states 必须包含起点和至少一步。</translation>
        </message>
        <message>
            <location filename="../../../runtime/comparison/latents.py" />
            <source>{0}: {1} must hold finite numbers.</source>
            <translation>{0}：{1} 必须是有限的数值。</translation>
        </message>
        <message>
            <location filename="../../../runtime/comparison/latents.py" />
            <source>{0} is no .npz file of plain arrays: {1}.</source>
            <translation>{0} 不是只含普通数组的 .npz 文件：{1}。</translation>
        </message>
        <message>
            <location filename="../../../runtime/comparison/latents.py" />
            <source>{0} is no safetensors file: {1}.</source>
            <translation>{0} 不是 safetensors 文件：{1}。</translation>
        </message>
        <message>
            <location filename="../../../runtime/comparison/latents.py" />
            <source>{0} unpacks to more than {1} MiB.</source>
            <translation>{0} 解压后超过 {1} MiB。</translation>
        </message>
        <message>
            <location filename="../../../runtime/comparison/metrics.py" />
            <source>infinite: A and B are equal sample by sample</source>
            <translation>无穷大：A 与 B 的每个采样都相同</translation>
        </message>
        <message>
            <location filename="../../../runtime/comparison/metrics.py" />
            <source>infinite over the part that both have, where no sample differs; the whole sounds are not the same</source>
            <translation>无穷大：仅就两者共有的部分而言，其中没有采样不同；但整段声音并不相同</translation>
        </message>
        <message>
            <location filename="../../../runtime/comparison/metrics.py" />
            <source>B is turned upside down: it fits A best with its polarity inverted</source>
            <translation>B 的极性相反：将其反相后与 A 最吻合</translation>
        </message>
        <message>
            <location filename="../../../runtime/comparison/metrics.py" />
            <source>B was resampled from {0} to {1} Hz; sample-wise figures include that</source>
            <translation>B 从 {0} Hz 重采样到 {1} Hz；逐采样的数据包含其影响</translation>
        </message>
        <message>
            <location filename="../../../runtime/comparison/metrics.py" />
            <source>A has {0} channels, B {1}; their mono sums are compared</source>
            <translation>A 有 {0} 个声道，B 有 {1} 个；比较的是各自的单声道混合</translation>
        </message>
        <message>
            <location filename="../../../runtime/comparison/metrics.py" />
            <source>undefined: {0} is silent</source>
            <translation>无定义：{0} 是静音</translation>
        </message>
        <message>
            <location filename="../../../runtime/comparison/metrics.py" />
            <source>undefined: A is silent</source>
            <translation>无定义：A 是静音</translation>
        </message>
        <message>
            <location filename="../../../runtime/comparison/metrics.py" />
            <source>one sound is too short for gated loudness; both are measured by their root mean square</source>
            <translation>有一个声音太短，无法做门限响度测量；两者都按均方根测量</translation>
        </message>
        <message>
            <location filename="../../../runtime/comparison/metrics.py" />
            <source>undefined: the other seed gave the same sound</source>
            <translation>无定义：另一个种子给出了相同的声音</translation>
        </message>
        <message>
            <location filename="../../../runtime/comparison/wer.py" />
            <source>Word error rates need the extra "asr": pip install "ditone[asr]", then choose or download a recogniser in the settings.</source>
            <translation>词错误率需要附加组件“asr”：pip install "ditone[asr]"，然后在设置中选择或下载语音识别模型。</translation>
        </message>
        <message>
            <location filename="../../../runtime/comparison/wer.py" />
            <source>No recogniser is chosen. Choose or download a Whisper model in the settings, under Recogniser (on the command line: --asr FOLDER).</source>
            <translation>没有选择语音识别模型。请在设置的“语音识别”中选择或下载 Whisper 模型（命令行：--asr 文件夹）。</translation>
        </message>
        <message>
            <location filename="../../../runtime/comparison/wer.py" />
            <source>There is no word to compare: the reference text is empty once punctuation is taken off.</source>
            <translation>没有可比较的词：去掉标点后参考文本为空。</translation>
        </message>
        <message>
            <location filename="../../../runtime/comparison/wer.py" />
            <source>{0} holds no Whisper model for faster-whisper.</source>
            <translation>{0} 中没有用于 faster-whisper 的 Whisper 模型。</translation>
        </message>
        <message>
            <location filename="../../../runtime/comparison/wer.py" />
            <source>A file model.bin was expected.</source>
            <translation>应有文件 model.bin。</translation>
        </message>
        <message>
            <location filename="../../../runtime/comparison/wer.py" />
            <source>{0} hears English only, and this text is in another language.</source>
            <translation>{0} 只能听写英语，而此文本是其他语言。</translation>
        </message>
        <message>
            <location filename="../../../runtime/comparison/wer.py" />
            <source>Choose or download a recogniser for many languages.</source>
            <translation>请选择或下载支持多种语言的语音识别模型。</translation>
        </message>
        <message>
            <location filename="../../../runtime/script/book.py" />
            <source>The script has no line with a letter or a digit.</source>
            <translation>剧本里没有一行含字母或数字。</translation>
        </message>
        <message>
            <location filename="../../../runtime/script/book.py" />
            <source>Each line becomes a take; blank ones are left out.</source>
            <translation>每行成为一条录音；空行会跳过。</translation>
        </message>
        <message>
            <location filename="../../../runtime/script/book.py" />
            <source>The script has {0} lines; {1} are the most.</source>
            <translation>剧本有 {0} 行；最多 {1} 行。</translation>
        </message>
        <message>
            <location filename="../../../runtime/script/book.py" />
            <source>{0} holds takes of this script with another model or other settings.</source>
            <translation>{0} 里已有这个剧本用另一模型或其他设置做的录音。</translation>
        </message>
        <message>
            <location filename="../../../runtime/script/book.py" />
            <source>Choose another folder, or give the settings it was begun with.</source>
            <translation>请选择另一个文件夹，或使用开始时的设置。</translation>
        </message>
        <message>
            <location filename="../../../runtime/script/book.py" />
            <source>{0} holds no script: {1} is missing.</source>
            <translation>{0} 里没有剧本：缺少 {1}。</translation>
        </message>
        <message>
            <location filename="../../../runtime/script/book.py" />
            <source>Make it first: ditone script FILE -o FOLDER.</source>
            <translation>请先制作：ditone script FILE -o FOLDER。</translation>
        </message>
        <message>
            <location filename="../../../runtime/script/book.py" />
            <source>There is no line {0}; the script has {1}.</source>
            <translation>没有第 {0} 行；剧本共 {1} 行。</translation>
        </message>
        <message>
            <location filename="../../../runtime/script/book.py" />
            <source>Line {0} has {1} takes; there is no take {2}.</source>
            <translation>第 {0} 行有 {1} 条录音；没有第 {2} 条。</translation>
        </message>
        <message>
            <location filename="../../../runtime/script/book.py" />
            <source>{0} could not be made: {1}.</source>
            <translation>无法创建 {0}：{1}。</translation>
        </message>
        <message>
            <location filename="../../../runtime/script/book.py" />
            <source>{0} was written by a newer Ditone.</source>
            <translation>{0} 是由更新版本的 Ditone 写入的。</translation>
        </message>
        <message>
            <location filename="../../../runtime/script/book.py" />
            <source>{0} is damaged: {1}.</source>
            <translation>{0} 已损坏：{1}。</translation>
        </message>
        <message>
            <location filename="../../../runtime/script/book.py" />
            <source>Move it away; the takes beside it are whole.</source>
            <translation>请把它移走；旁边的录音是完整的。</translation>
        </message>
        <message>
            <location filename="../../../runtime/script/export.py" />
            <source>Lines without a take: {0}.</source>
            <translation>还没有录音的行：{0}。</translation>
        </message>
        <message>
            <location filename="../../../runtime/script/export.py" />
            <source>Make them first.</source>
            <translation>请先生成它们。</translation>
        </message>
        <message>
            <location filename="../../../runtime/script/export.py" />
            <source>Line {0} has another sample rate or other channels than the lines before it.</source>
            <translation>第 {0} 行的采样率或声道数与前面的行不同。</translation>
        </message>
        <message>
            <location filename="../../../runtime/weights/converting.py" />
            <source>{0} cannot be written, and the copy must lie beside the files it is of.</source>
            <translation>{0} 无法写入，而副本必须放在原文件旁边。</translation>
        </message>
        <message>
            <location filename="../../../runtime/weights/converting.py" />
            <source>Change the folder's permissions, or copy the folder to where you may write.</source>
            <translation>请更改文件夹的权限，或把文件夹复制到可写入的位置。</translation>
        </message>
        <message>
            <location filename="../../../runtime/weights/converting.py" />
            <source>The copy needs {0} GB, and the disk of {1} has {2} GB left.</source>
            <translation>副本需要 {0} GB，而 {1} 所在磁盘只剩 {2} GB。</translation>
        </message>
        <message>
            <location filename="../../../runtime/weights/converting.py" />
            <source>Free some space, then convert again.</source>
            <translation>请腾出空间，然后重新转换。</translation>
        </message>
        <message>
            <location filename="../../../runtime/weights/converting.py" />
            <source>The copy of {0} does not read back with the same tensors.</source>
            <translation>{0} 的副本读回的张量不同。</translation>
        </message>
        <message>
            <location filename="../../../runtime/weights/converting.py" />
            <source>Try it again.</source>
            <translation>请重试。</translation>
        </message>
        <message>
            <location filename="../../../runtime/weights/converting.py" />
            <source>The copy of {0} differs in {1}.</source>
            <translation>{0} 的副本在 {1} 处不同。</translation>
        </message>
        <message>
            <location filename="../../../runtime/weights/converting.py" />
            <source>Check the disk, and try it again.</source>
            <translation>请检查磁盘，然后重试。</translation>
        </message>
        <message>
            <location filename="../../../runtime/weights/loading.py" />
            <source>{0} does not fit this model.</source>
            <translation>{0} 与此模型不符。</translation>
        </message>
        <message>
            <location filename="../../../runtime/weights/loading.py" />
            <source>Get the file from its publisher again.</source>
            <translation>请从发布者处重新获取该文件。</translation>
        </message>
        <message>
            <location filename="../../../runtime/weights/loading.py" />
            <source>{0} is damaged: {1} holds values that are not finite numbers.</source>
            <translation>{0} 已损坏：{1} 中含有不是有限数的值。</translation>
        </message>
        <message>
            <location filename="../../../runtime/weights/sources.py" />
            <source>{0} has a __metadata__ that is no table of texts.</source>
            <translation>{0} 的 __metadata__ 不是文本表。</translation>
        </message>
        <message>
            <location filename="../../../runtime/weights/sources.py" />
            <source>{0} is in the form of MLX, another library, which lays tensors out otherwise.</source>
            <translation>{0} 采用另一个库 MLX 的格式，其张量排列方式不同。</translation>
        </message>
        <message>
            <location filename="../../../runtime/weights/sources.py" />
            <source>Choose the folder exactly as its publisher serves it.</source>
            <translation>请选择与发布者提供的完全一致的文件夹。</translation>
        </message>
        <message>
            <location filename="../../../runtime/weights/sources.py" />
            <source>{0} holds weights of 8 bits or less ({1}), with which Ditone does not compute.</source>
            <translation>{0} 含有 8 位或更少位的权重（{1}），Ditone 不用它们计算。</translation>
        </message>
        <message>
            <location filename="../../../runtime/weights/sources.py" />
            <source>Choose the model in the precision its publisher serves.</source>
            <translation>请选择发布者所提供精度的模型。</translation>
        </message>
        <message>
            <location filename="../../../runtime/weights/sources.py" />
            <source>{0} is not a safetensors file: its header gives {1} of shape {2} and dtype {3} {4} bytes, it needs {5}.</source>
            <translation>{0} 不是 safetensors 文件：文件头为形状 {2}、类型 {3} 的 {1} 给出 {4} 个字节，而它需要 {5} 个。</translation>
        </message>
        <message>
            <location filename="../../../runtime/weights/sources.py" />
            <source>{0} was cut short: it has {1} bytes, its header promises {2}.</source>
            <translation>{0} 不完整：有 {1} 字节，文件头标明 {2}。</translation>
        </message>
        <message>
            <location filename="../../../runtime/weights/sources.py" />
            <source>{0} was cut short while it was read: {1} is not whole any more.</source>
            <translation>{0} 在读取时被截短：{1} 已不完整。</translation>
        </message>
        <message>
            <location filename="../../../runtime/weights/sources.py" />
            <source>{0} lists no file.</source>
            <translation>{0} 没有列出任何文件。</translation>
        </message>
        <message>
            <location filename="../../../runtime/weights/sources.py" />
            <source>{0} does not hold a plain table of tensors.</source>
            <translation>{0} 中不是单纯的张量表。</translation>
        </message>
        <message>
            <location filename="../../../runtime/weights/sources.py" />
            <source>{0} is not a safetensors file, or it was cut short.</source>
            <translation>{0} 不是 safetensors 文件，或不完整。</translation>
        </message>
        <message>
            <location filename="../../../runtime/weights/sources.py" />
            <source>{0} is not a safetensors file: its header lays {1} and {2} over each other.</source>
            <translation>{0} 不是 safetensors 文件：文件头让 {1} 与 {2} 相互重叠。</translation>
        </message>
        <message>
            <location filename="../../../runtime/weights/sources.py" />
            <source>{0} cannot be read: {1}.</source>
            <translation>无法读取 {0}：{1}。</translation>
        </message>
        <message>
            <location filename="../../../runtime/weights/sources.py" />
            <source>{0} is missing.</source>
            <translation>缺少 {0}。</translation>
        </message>
        <message>
            <location filename="../../../runtime/weights/sources.py" />
            <source>{0} cannot be read; it is damaged or was cut short.</source>
            <translation>{0} 无法读取；已损坏或不完整。</translation>
        </message>
        <message>
            <location filename="../../../runtime/weights/sources.py" />
            <source>{0} was cut short while it was read.</source>
            <translation>{0} 在读取时被截短。</translation>
        </message>
        <message>
            <location filename="../../../runtime/weights/sources.py" />
            <source>{0} was refused: it holds more than tensors, and opening it could run code.</source>
            <translation>已拒绝 {0}：其中不只有张量，打开它可能会运行代码。</translation>
        </message>
        <message>
            <location filename="../../../runtime/weights/sources.py" />
            <source>It asks for {0}.</source>
            <translation>它要求 {0}。</translation>
        </message>
        <message>
            <location filename="../../../runtime/weights/sources.py" />
            <source>Get the file from its publisher.</source>
            <translation>请从发布者处获取该文件。</translation>
        </message>
        <message>
            <location filename="../../../runtime/api.py" />
            <source>{0} has no preset "{1}".</source>
            <translation>{0} 没有预设“{1}”。</translation>
        </message>
        <message>
            <location filename="../../../runtime/checks.py" />
            <source>The result is empty: no samples were made.</source>
            <translation>结果为空：没有生成任何采样。</translation>
        </message>
        <message>
            <location filename="../../../runtime/checks.py" />
            <source>The result is not a sound: {0} % of its samples are not finite numbers. Try float32 or a lower CFG scale.</source>
            <translation>结果不是声音：{0} % 的采样不是有限数。请试试 float32 或更低的 CFG 强度。</translation>
        </message>
        <message>
            <location filename="../../../runtime/checks.py" />
            <source>The result is silent (its peak is below -80 dBFS). Try another seed or prompt, or a higher CFG scale.</source>
            <translation>结果是静音（峰值低于 −80 dBFS）。请换一个种子或提示词，或提高 CFG 强度。</translation>
        </message>
        <message>
            <location filename="../../../runtime/checks.py" />
            <source>The result is a constant level without sound. Try another seed, or float32.</source>
            <translation>结果是没有声音的恒定电平。请换一个种子，或用 float32。</translation>
        </message>
        <message>
            <location filename="../../../runtime/checks.py" />
            <source>The result is plain noise: its spectrum is flat. More steps, another solver or a lower noise level may help; a model that never does better was not loaded with its own weights.</source>
            <translation>结果是纯噪声：频谱是平的。增加步数、换求解器或降低噪声水平可能有帮助；如果模型始终如此，说明载入的不是它自己的权重。</translation>
        </message>
        <message>
            <location filename="../../../runtime/checks.py" />
            <source>{0} silent; the sound is on one side only.</source>
            <translation>{0}没有声音；声音只在一侧。</translation>
        </message>
        <message>
            <location filename="../../../runtime/checks.py" />
            <source>The two channels are in antiphase: played as mono, the sound all but vanishes.</source>
            <translation>两个声道反相：以单声道播放时，声音几乎消失。</translation>
        </message>
        <message>
            <location filename="../../../runtime/checks.py" />
            <source>The result has a DC offset of {0} of full scale, which costs headroom and clicks where it is cut.</source>
            <translation>结果有满幅 {0} 的直流偏移，会占用余量，并在剪切处产生咔嗒声。</translation>
        </message>
        <message>
            <location filename="../../../runtime/checks.py" />
            <source>The result clips: {0} samples in a row of {1} or more lie at full scale. Try a lower CFG scale or APG.</source>
            <translation>结果削波：{0} 个采样以 {1} 个以上相连的方式处于满刻度。请试试更低的 CFG 强度或 APG。</translation>
        </message>
        <message>
            <location filename="../../../runtime/controls.py" />
            <source>{0} cannot be set here: {1}</source>
            <translation>此处不能设置 {0}：{1}</translation>
        </message>
        <message>
            <location filename="../../../runtime/controls.py" />
            <source>{0} is {1}; a number was expected.</source>
            <translation>{0} 为 {1}；应为数字。</translation>
        </message>
        <message>
            <location filename="../../../runtime/controls.py" />
            <source>{0} is {1}; a whole number was expected.</source>
            <translation>{0} 为 {1}；应为整数。</translation>
        </message>
        <message>
            <location filename="../../../runtime/controls.py" />
            <source>{0} is {1}; it must be {2}.</source>
            <translation>{0} 为 {1}；允许的范围：{2}。</translation>
        </message>
        <message>
            <location filename="../../../runtime/controls.py" />
            <source>{0} "{1}" is not offered here: {2}</source>
            <translation>{0}“{1}”在这里不可用：{2}</translation>
        </message>
        <message>
            <location filename="../../../runtime/controls.py" />
            <source>{0} "{1}" is not available here.</source>
            <translation>此处没有 {0}“{1}”。</translation>
        </message>
        <message>
            <location filename="../../../runtime/controls.py" />
            <source>{0} is {1}; it is either on or off.</source>
            <translation>{0} 为 {1}；只能是开或关。</translation>
        </message>
        <message>
            <location filename="../../../runtime/controls.py" />
            <source>{0} is {1}; a text was expected.</source>
            <translation>{0} 为 {1}；应为文本。</translation>
        </message>
        <message>
            <location filename="../../../runtime/controls.py" />
            <source>{0} is empty; this model needs it.</source>
            <translation>{0} 为空；此模型需要它。</translation>
        </message>
        <message>
            <location filename="../../../runtime/devices.py" />
            <source>Device "{0}" is not available here.</source>
            <translation>此处没有设备“{0}”。</translation>
        </message>
        <message>
            <location filename="../../../runtime/devices.py" />
            <source>Precision "{0}" is not known.</source>
            <translation>未知的精度“{0}”。</translation>
        </message>
        <message>
            <location filename="../../../runtime/devices.py" />
            <source>Precision "{0}" does not work with this model.</source>
            <translation>精度“{0}”不适用于此模型。</translation>
        </message>
        <message>
            <location filename="../../../runtime/foreign_folders.py" />
            <source>a folder with models in it: {0}</source>
            <translation>内含模型的文件夹：{0}</translation>
        </message>
        <message>
            <location filename="../../../runtime/foreign_folders.py" />
            <source>a part of the model in {0}</source>
            <translation>{0} 中模型的一部分</translation>
        </message>
        <message>
            <location filename="../../../runtime/foreign_folders.py" />
            <source>an empty folder</source>
            <translation>空文件夹</translation>
        </message>
        <message>
            <location filename="../../../runtime/foreign_folders.py" />
            <source>a folder of sounds</source>
            <translation>声音文件夹</translation>
        </message>
        <message>
            <location filename="../../../runtime/foreign_folders.py" />
            <source>Drop the sounds themselves to hear them; choose a model's folder to make some.</source>
            <translation>要听这些声音，请直接拖入声音文件；要制作声音，请选择模型的文件夹。</translation>
        </message>
        <message>
            <location filename="../../../runtime/foreign_folders.py" />
            <source>a pipeline of the diffusers library ({0})</source>
            <translation>diffusers 库的流水线（{0}）</translation>
        </message>
        <message>
            <location filename="../../../runtime/foreign_folders.py" />
            <source>an adapter (LoRA) for {0}, not a model</source>
            <translation>{0} 的适配器（LoRA），不是模型</translation>
        </message>
        <message>
            <location filename="../../../runtime/foreign_folders.py" />
            <source>Choose the folder of the model itself.</source>
            <translation>请选择模型本身的文件夹。</translation>
        </message>
        <message>
            <location filename="../../../runtime/foreign_folders.py" />
            <source>a speech recogniser ({0}), which hears words and makes no sound</source>
            <translation>语音识别模型（{0}），只听话语，不发声</translation>
        </message>
        <message>
            <location filename="../../../runtime/foreign_folders.py" />
            <source>A Whisper folder is chosen in Settings, Recogniser; choose a model that makes sound here.</source>
            <translation>Whisper 文件夹请在“设置”的“识别器”中选择；这里请选择能发声的模型。</translation>
        </message>
        <message>
            <location filename="../../../runtime/foreign_folders.py" />
            <source>a model of another kind: {0}</source>
            <translation>另一类模型：{0}</translation>
        </message>
        <message>
            <location filename="../../../runtime/foreign_folders.py" />
            <source>one network of a diffusers pipeline ({0})</source>
            <translation>diffusers 流水线中的一个网络（{0}）</translation>
        </message>
        <message>
            <location filename="../../../runtime/memory.py" />
            <source>This machine ran out of memory.</source>
            <translation>本机内存不足。</translation>
        </message>
        <message>
            <location filename="../../../runtime/option_types.py" />
            <source>`{0} --help` explains.</source>
            <translation>`{0} --help` 有说明。</translation>
        </message>
        <message>
            <location filename="../../../runtime/precision.py" />
            <source>{0} has one precision on this machine; there is nothing to compare.</source>
            <translation>{0} 在这台机器上只有一种精度，没有可比较的。</translation>
        </message>
        <message>
            <location filename="../../../runtime/registry.py" />
            <source>{0} is not a model folder that Ditone knows.</source>
            <translation>{0} 不是 Ditone 认识的模型文件夹。</translation>
        </message>
        <message>
            <location filename="../../../runtime/registry.py" />
            <source>It holds {0}; known families are {1}.</source>
            <translation>其中有 {0}；已知的系列有 {1}。</translation>
        </message>
        <message>
            <location filename="../../../runtime/registry.py" />
            <source>Choose the folder exactly as the model hub serves it.</source>
            <translation>请选择与模型站提供的完全一致的文件夹。</translation>
        </message>
        <message>
            <location filename="../../../runtime/registry.py" />
            <source>There is no built-in model "{0}" and no folder of that name.</source>
            <translation>没有内置模型“{0}”，也没有该名称的文件夹。</translation>
        </message>
        <message>
            <location filename="../../../runtime/registry.py" />
            <source>Choose the folder that holds the model's files.</source>
            <translation>请选择包含模型文件的文件夹。</translation>
        </message>
        <message>
            <location filename="../../../runtime/registry.py" />
            <source>{0} holds {1}, which Ditone does not read.</source>
            <translation>{0} 中是 {1}，Ditone 无法读取。</translation>
        </message>
        <message>
            <location filename="../../../runtime/registry.py" />
            <source>{0} is not a model folder that Ditone knows: this is {1}.</source>
            <translation>{0} 不是 Ditone 认识的模型文件夹：这是{1}。</translation>
        </message>
        <message>
            <location filename="../../../runtime/registry.py" />
            <source>{0} cannot be loaded.</source>
            <translation>无法载入 {0}。</translation>
        </message>
        <message>
            <location filename="../../../runtime/registry.py" />
            <source>what it names is no family: it has no {0}</source>
            <translation>它所指的不是模型家族：没有 {0}</translation>
        </message>
        <message>
            <location filename="../../../runtime/registry.py" />
            <source>what it names is no Solver</source>
            <translation>它所指的不是求解器</translation>
        </message>
        <message>
            <location filename="../../../runtime/registry.py" />
            <source>looking at a folder failed with {0}</source>
            <translation>查看文件夹时失败：{0}</translation>
        </message>
        <message>
            <location filename="../../../runtime/registry.py" />
            <source>{0} has no control "{1}".</source>
            <translation>{0} 没有控件“{1}”。</translation>
        </message>
        <message>
            <location filename="../../../runtime/registry.py" />
            <source>there is a family "{0}" already</source>
            <translation>已有名为“{0}”的家族</translation>
        </message>
        <message>
            <location filename="../../../runtime/registry.py" />
            <source>there is a solver "{0}" already</source>
            <translation>已有名为“{0}”的求解器</translation>
        </message>
        <message>
            <location filename="../../../runtime/registry.py" />
            <source>listing its built-in models failed with {0}</source>
            <translation>列出其内置模型时失败：{0}</translation>
        </message>
        <message>
            <location filename="../../../runtime/registry.py" />
            <source>listing what it has published failed with {0}</source>
            <translation>列出其已发布模型时出错：{0}</translation>
        </message>
        <message>
            <location filename="../../../runtime/request.py" />
            <source>These settings have {0} = {1}; {2} was expected.</source>
            <translation>这些设置中 {0} = {1}；应为 {2}。</translation>
        </message>
        <message>
            <location filename="../../../runtime/request.py" />
            <source>These settings have {0} = {1}; a text, a finite number or a list was expected.</source>
            <translation>这些设置中 {0} = {1}；应为文本、有限的数或列表。</translation>
        </message>
        <message>
            <location filename="../../../runtime/request.py" />
            <source>These settings have {0} = {1}; an object with keys was expected.</source>
            <translation>这些设置中 {0} = {1}；应为带键的对象。</translation>
        </message>
        <message>
            <location filename="../../../runtime/request.py" />
            <source>These settings are not a Ditone request: the key "model" is missing.</source>
            <translation>这些设置不是 Ditone 的请求：缺少键“model”。</translation>
        </message>
        <message>
            <location filename="../../../runtime/request.py" />
            <source>These settings have schema = {0}; a whole number was expected.</source>
            <translation>这些设置中 schema = {0}；应为整数。</translation>
        </message>
        <message>
            <location filename="../../../runtime/request.py" />
            <source>These settings were written by a newer Ditone (schema {0}); this one reads up to {1}.</source>
            <translation>这些设置由更新版本的 Ditone 写入（格式 {0}）；此版本最多读取 {1}。</translation>
        </message>
        <message>
            <location filename="../../../runtime/request_options.py" />
            <source>{0} has no control for --{1}.</source>
            <translation>{0} 没有对应 --{1} 的控件。</translation>
        </message>
        <message>
            <location filename="../../../runtime/request_options.py" />
            <source>There is no built-in model in this installation.</source>
            <translation>此安装中没有内置模型。</translation>
        </message>
        <message>
            <location filename="../../../runtime/request_options.py" />
            <source>Give a model folder with --model FOLDER.</source>
            <translation>请用 --model FOLDER 给出模型文件夹。</translation>
        </message>
        <message>
            <location filename="../../../runtime/request_options.py" />
            <source>--set "{0}" is not understood.</source>
            <translation>无法理解 --set "{0}"。</translation>
        </message>
        <message>
            <location filename="../../../runtime/request_options.py" />
            <source>NAME=VALUE was expected.</source>
            <translation>应为 NAME=VALUE。</translation>
        </message>
        <message>
            <location filename="../../../runtime/request_options.py" />
            <source>Two values are given for {0}: {1} and {2}.</source>
            <translation>为 {0} 给出了两个值：{1} 和 {2}。</translation>
        </message>
        <message>
            <location filename="../../../runtime/request_options.py" />
            <source>Leave one of them out.</source>
            <translation>请去掉其中一个。</translation>
        </message>
        <message>
            <location filename="../../../runtime/request_options.py" />
            <source>{0} is not UTF-8 text: "{1}".</source>
            <translation>{0} 不是 UTF-8 文本：“{1}”。</translation>
        </message>
        <message>
            <location filename="../../../runtime/request_options.py" />
            <source>Set the terminal to UTF-8, and type it again.</source>
            <translation>请把终端设为 UTF-8，再输入一次。</translation>
        </message>
        <message>
            <location filename="../../../runtime/request_options.py" />
            <source>{0} is "{1}"; it is either on or off.</source>
            <translation>{0} 为“{1}”；只能是 on 或 off。</translation>
        </message>
        <message>
            <location filename="../../../runtime/request_options.py" />
            <source>{0} is "{1}"; a number was expected.</source>
            <translation>{0} 为“{1}”；应为数字。</translation>
        </message>
        <message>
            <location filename="../../../runtime/request_options.py" />
            <source>{0} is "{1}"; a list like {2} was expected.</source>
            <translation>{0} 为“{1}”；应为类似 {2} 的列表。</translation>
        </message>
        <message>
            <location filename="../../../runtime/session.py" />
            <source>The step trace was thinned from {0} to {1} steps to stay below {2} MiB.</source>
            <translation>每步轨迹从 {0} 步减少到 {1} 步，以保持在 {2} MiB 以下。</translation>
        </message>
        <message>
            <location filename="../../../runtime/session.py" />
            <source>The model was unloaded; load it again to make a take.</source>
            <translation>模型已卸载；请重新载入后再生成片段。</translation>
        </message>
        <message>
            <location filename="../../../runtime/session.py" />
            <source>This request is for {0} with other engine settings; the session holds {1}.</source>
            <translation>此请求针对 {0} 和其他引擎设置；当前会话载入的是 {1}。</translation>
        </message>
        <message>
            <location filename="../../../runtime/session.py" />
            <source>{0} could not be loaded: its family "{1}" failed with {2}.</source>
            <translation>无法加载 {0}：它的家族“{1}”出错：{2}。</translation>
        </message>
        <message>
            <location filename="../../../runtime/session.py" />
            <source>The family is not part of Ditone: ask whoever made it.</source>
            <translation>该家族不属于 Ditone：请询问它的作者。</translation>
        </message>
        <message>
            <location filename="../../../runtime/session.py" />
            <source>{0} ran out of memory.</source>
            <translation>{0} 内存不足。</translation>
        </message>
        <message>
            <location filename="../../../runtime/sweep.py" />
            <source>A sweep has one or two controls; {0} were given.</source>
            <translation>参数扫描用一个或两个控件；给出了 {0} 个。</translation>
        </message>
        <message>
            <location filename="../../../runtime/sweep.py" />
            <source>Both controls of the sweep are "{0}"; choose another for one of them.</source>
            <translation>扫描的两个控件都是“{0}”；请为其中一个另选。</translation>
        </message>
        <message>
            <location filename="../../../runtime/sweep.py" />
            <source>This sweep would make {0} takes; at most {1} are made at once.</source>
            <translation>此扫描会生成 {0} 个片段；一次最多 {1} 个。</translation>
        </message>
        <message>
            <location filename="../../../runtime/sweep.py" />
            <source>The sweep has no value for "{0}".</source>
            <translation>扫描没有“{0}”的取值。</translation>
        </message>
        <message>
            <location filename="../../../runtime/tokenizer_files.py" />
            <source>{0} has {1} rules for normalising and splitting; at most {2} were expected.</source>
            <translation>{0} 有 {1} 条规范化与切分规则；最多应为 {2} 条。</translation>
        </message>
        <message>
            <location filename="../../../runtime/tokenizer_files.py" />
            <source>{0}.normalizer may make a text {1} times as long; at most {2} times was expected.</source>
            <translation>{0}.normalizer 可能使文本变为 {1} 倍长；最多应为 {2} 倍。</translation>
        </message>
        <message>
            <location filename="../../../runtime/tokenizer_files.py" />
            <source>{0} holds a pattern that could run for ever: {1}.</source>
            <translation>{0} 含有可能永远运行下去的模式：{1}。</translation>
        </message>
        <message>
            <location filename="../../../runtime/tokenizer_files.py" />
            <source>No published tokenizer has it.</source>
            <translation>任何已发布的分词器都没有它。</translation>
        </message>
        <message>
            <location filename="../../../runtime/tokenizer_files.py" />
            <source>The tokenizer cannot be used: {0}</source>
            <translation>无法使用该分词器：{0}</translation>
        </message>
        <message>
            <location filename="../../../runtime/tokenizer_files.py" />
            <source>{0} asks for a length of {1}; up to {2} was expected.</source>
            <translation>{0} 要求长度 {1}；最多应为 {2}。</translation>
        </message>
        <message>
            <location filename="../../../runtime/tokenizer_files.py" />
            <source>{0} is no list of at most {1} rules.</source>
            <translation>{0} 不是最多 {1} 条规则的列表。</translation>
        </message>
        <message>
            <location filename="../../../runtime/tokenizer_files.py" />
            <source>{0}/{1} has {2} bytes; at most {3} were expected.</source>
            <translation>{0}/{1} 有 {2} 个字节；最多应为 {3} 个。</translation>
        </message>
        <message>
            <location filename="../../../runtime/tokenizer_files.py" />
            <source>{0}: the token {1} is {2}; a number up to {3} was expected.</source>
            <translation>{0}：标记 {1} 为 {2}；应为不大于 {3} 的数。</translation>
        </message>
        <message>
            <location filename="../../../runtime/tokenizer_files.py" />
            <source>{0}.added_tokens_decoder holds {1}; numbers up to {2} were expected.</source>
            <translation>{0}.added_tokens_decoder 含有 {1}；应为不大于 {2} 的数。</translation>
        </message>
        <message>
            <location filename="../../../runtime/variations.py" />
            <source>The settings of the take beside this one are damaged.</source>
            <translation>旁边作品的设置已损坏。</translation>
        </message>
        <message>
            <location filename="../../../runtime/variations.py" />
            <source>Choose the take anew.</source>
            <translation>请重新选择作品。</translation>
        </message>
        <message>
            <location filename="../../../runtime/variations.py" />
            <source>{0}: {1} takes stand behind each other; at most {2} can.</source>
            <translation>{0}:有 {1} 个作品首尾相接,最多 {2} 个。</translation>
        </message>
        <message>
            <location filename="../../../runtime/variations.py" />
            <source>Each is made again before the next.</source>
            <translation>每一个都要在下一个之前重新生成。</translation>
        </message>
        <message>
            <location filename="../../../runtime/variations.py" />
            <source>Export the take, and vary that file on a model that starts from sounds.</source>
            <translation>请导出作品,并在能从声音开始的模型上对该文件做变体。</translation>
        </message>
        <message>
            <location filename="../../../runtime/variations.py" />
            <source>{0} has no way between two takes.</source>
            <translation>{0} 无法在两个作品之间过渡。</translation>
        </message>
        <message>
            <location filename="../../../runtime/variations.py" />
            <source>The two takes are of different models; there is no way between them.</source>
            <translation>两个作品属于不同模型,无法过渡。</translation>
        </message>
        <message>
            <location filename="../../../runtime/variations.py" />
            <source>{0} is {1}; a sound file or a take's settings were expected.</source>
            <translation>{0} 为 {1};应为声音文件或作品设置。</translation>
        </message>
        <message>
            <location filename="../../../runtime/variations.py" />
            <source>{0} is {1}; two takes and a place between 0 and 1 were expected.</source>
            <translation>{0} 为 {1};应为两个作品和 0 到 1 之间的位置。</translation>
        </message>
        <message>
            <location filename="../../../runtime/variations.py" />
            <source>{0}: the place is {1}; it must be from 0 (the first) to 1 (the second).</source>
            <translation>{0}:位置为 {1};应在 0(第一个)到 1(第二个)之间。</translation>
        </message>
        <message>
            <location filename="../../../runtime/variations.py" />
            <source>{0} holds no settings of a take of {1}; the way leads between two of its takes.</source>
            <translation>{0} 不含 {1} 的作品设置;过渡在它的两个作品之间进行。</translation>
        </message>
        <message>
            <location filename="../../../runtime/voice_consents.py" />
            <source>The consent could not be stored in {0}: {1}.</source>
            <translation>无法在 {0} 中保存同意记录：{1}。</translation>
        </message>
        <message>
            <location filename="../../../runtime/voices.py" />
            <source>Nobody has said that the voice {0} may be used.</source>
            <translation>还没有人说明可以使用声音 {0}。</translation>
        </message>
        <message>
            <location filename="../../../runtime/voices.py" />
            <source>It may be when it is your own, or when its owner agrees.</source>
            <translation>如果它是您自己的声音，或其主人同意，就可以使用。</translation>
        </message>
        <message>
            <location filename="../../../runtime/voices.py" />
            <source>Tick "{0}" in the studio, or add --i-may-use-this-voice on the command line; it is noted with the date.</source>
            <translation>请在工作室中勾选“{0}”，或在命令行加上 --i-may-use-this-voice；这会连同日期一起记录。</translation>
        </message>
        <message>
            <location filename="../../../runtime/voices.py" />
            <source>{0} is not a saved voice, or it is damaged.</source>
            <translation>{0} 不是已保存的音色，或已损坏。</translation>
        </message>
        <message>
            <location filename="../../../runtime/voices.py" />
            <source>There is no saved voice "{0}" for this model.</source>
            <translation>此模型没有已保存的音色“{0}”。</translation>
        </message>
        <message>
            <location filename="../../../runtime/voices.py" />
            <source>"{0}" cannot be the name of a voice.</source>
            <translation>“{0}”不能用作音色名称。</translation>
        </message>
        <message>
            <location filename="../../../runtime/voices.py" />
            <source>Letters, digits, spaces and . - ' _ are allowed, up to {0} of them.</source>
            <translation>可用字母、数字、空格和 . - ' _，最多 {0} 个。</translation>
        </message>
        <message>
            <location filename="../../../runtime/voices.py" />
            <source>There is a voice "{0}" already.</source>
            <translation>已有音色“{0}”。</translation>
        </message>
        <message>
            <location filename="../../../runtime/voices.py" />
            <source>Choose another name, or delete that voice first.</source>
            <translation>请选择其他名称，或先删除那个音色。</translation>
        </message>
        <message>
            <location filename="../../../runtime/voices.py" />
            <source>The voice could not be saved in {0}: {1}.</source>
            <translation>无法在 {0} 中保存音色：{1}。</translation>
        </message>
        <message>
            <location filename="../../../runtime/voices.py" />
            <source>The voice "{0}" could not be renamed: {1}.</source>
            <translation>无法重命名声音“{0}”：{1}。</translation>
        </message>
        <message>
            <location filename="../../../runtime/voices.py" />
            <source>The voice "{0}" could not be deleted: {1}.</source>
            <translation>无法删除声音“{0}”：{1}。</translation>
        </message>
        <message>
            <location filename="../../../runtime/yaml_reading.py" />
            <source>{0}: this is no plan: it is too deep.</source>
            <translation>{0}：这不是计划：嵌套过深。</translation>
        </message>
        <message>
            <location filename="../../../runtime/yaml_reading.py" />
            <source>{0}: this is no YAML ({1}).</source>
            <translation>{0}：这不是 YAML（{1}）。</translation>
        </message>
        <message>
            <location filename="../../../runtime/yaml_reading.py" />
            <source>{0}, line {1}: a plan uses no aliases (*{2}).</source>
            <translation>{0} 第 {1} 行：计划中不使用别名（*{2}）。</translation>
        </message>
        <message>
            <location filename="../../../models/mini/files.py" />
            <source>config.json describes more than {0} weights for {1}, which has {2} bytes.</source>
            <translation>config.json 为 {1} 描述了超过 {0} 个权重，而该文件只有 {2} 字节。</translation>
        </message>
        <message>
            <location filename="../../../models/mini/loading.py" />
            <source>{0} is not a Mini SFX configuration of format 1.</source>
            <translation>{0} 不是格式 1 的 Mini SFX 配置。</translation>
        </message>
        <message>
            <location filename="../../../models/mini/loading.py" />
            <source>Found family {0}.</source>
            <translation>找到的系列是 {0}。</translation>
        </message>
        <message>
            <location filename="../../../models/mini/loading.py" />
            <source>{0} has {1} words; {2} says {3}.</source>
            <translation>{0} 有 {1} 个词；{2} 写的是 {3}。</translation>
        </message>
        <message>
            <location filename="../../../models/mini/loading.py" />
            <source>{0} has no tensor {1} of shape {2}.</source>
            <translation>{0} 没有形状为 {2} 的张量 {1}。</translation>
        </message>
        <message>
            <location filename="../../../models/mini/pipeline.py" />
            <source>Tuned from {0} Hz to {1}, {2} Hz.</source>
            <translation>已从 {0} Hz 调到 {1}，{2} Hz。</translation>
        </message>
        <message>
            <location filename="../../../models/mini/pipeline.py" />
            <source>The sound is over after {0} s, and the take is cut there.</source>
            <translation>声音在 {0} 秒后结束，作品在那里截断。</translation>
        </message>
        <message>
            <location filename="../../../models/mini/pipeline.py" />
            <source>The sound has no clear pitch, so {0} is not followed.</source>
            <translation>声音没有明确的音高，因此不遵循 {0}。</translation>
        </message>
        <message>
            <location filename="../../../models/mini/pipeline.py" />
            <source>The sound is over after {0} s; the rest is silence.</source>
            <translation>声音在 {0} 秒后结束；其余为静音。</translation>
        </message>
        <message>
            <location filename="../../../models/mini/voice/loading.py" />
            <source>{0} is not a Mini Voice configuration of format 1.</source>
            <translation>{0} 不是格式 1 的 Mini Voice 配置。</translation>
        </message>
        <message>
            <location filename="../../../models/mini/voice/loading.py" />
            <source>{0} is missing, or it is no file.</source>
            <translation>{0} 缺失，或者不是文件。</translation>
        </message>
        <message>
            <location filename="../../../models/mini/voice/loading.py" />
            <source>It was expected in {0}.</source>
            <translation>它应在 {0} 中。</translation>
        </message>
        <message>
            <location filename="../../../models/mini/voice/pipeline.py" />
            <source>Piece {0} was asked for; this text has {1}.</source>
            <translation>要求第 {0} 段；此文本有 {1} 段。</translation>
        </message>
        <message>
            <location filename="../../../models/mini/voice/pipeline.py" />
            <source>Write an English sentence.</source>
            <translation>请写一个英文句子。</translation>
        </message>
        <message>
            <location filename="../../../models/mini/voice/pipeline.py" />
            <source>Phonemes: {0}</source>
            <translation>音素：{0}</translation>
        </message>
        <message>
            <location filename="../../../models/mini/voice/text/front_end.py" />
            <source>Not in the lexicon, read by spelling: {0}.</source>
            <translation>词典中没有，按拼写朗读：{0}。</translation>
        </message>
        <message>
            <location filename="../../../models/mini/voice/text/front_end.py" />
            <source>There is nothing to say: the text holds no English word.</source>
            <translation>没有可说的内容：文本中没有英文单词。</translation>
        </message>
        <message>
            <location filename="../../../models/mini/voice/text/lexicon.py" />
            <source>{0} is no table of words and their phonemes.</source>
            <translation>{0} 不是单词与音素的对照表。</translation>
        </message>
        <message>
            <location filename="../../../models/mini/voice/text/lexicon.py" />
            <source>{0} cannot be unpacked: it is damaged or was cut short.</source>
            <translation>{0} 无法解压：文件已损坏或被截断。</translation>
        </message>
        <message>
            <location filename="../../../models/mini/voice/text/lexicon.py" />
            <source>{0} cannot be read as JSON: it is damaged.</source>
            <translation>{0} 无法按 JSON 读取：文件已损坏。</translation>
        </message>
        <message>
            <location filename="../../../models/cosyvoice3/description.py" />
            <source>{0}: {1} is {2}; this program knows {3}.</source>
            <translation>{0}：{1} 是 {2}；本程序只认识 {3}。</translation>
        </message>
        <message>
            <location filename="../../../models/cosyvoice3/description.py" />
            <source>{0} wants a language model of width {1}, {2}/config.json has {3}.</source>
            <translation>{0} 需要宽度为 {1} 的语言模型，而 {2}/config.json 中是 {3}。</translation>
        </message>
        <message>
            <location filename="../../../models/cosyvoice3/description.py" />
            <source>{0}: the transformer takes {1} channels, the flow has {2}.</source>
            <translation>{0}：变换器接受 {1} 个通道，而流有 {2} 个。</translation>
        </message>
        <message>
            <location filename="../../../models/cosyvoice3/description.py" />
            <source>{0} has a setting that does not fit: {1}.</source>
            <translation>{0} 中有不相配的设置：{1}。</translation>
        </message>
        <message>
            <location filename="../../../models/cosyvoice3/nets.py" />
            <source>{0} is another network: it has {1} inputs, {2} were expected.</source>
            <translation>{0} 是另一个网络：它有 {1} 个输入，应有 {2} 个。</translation>
        </message>
        <message>
            <location filename="../../../models/cosyvoice3/nets.py" />
            <source>Check that its files were not swapped.</source>
            <translation>请检查其中的文件是否放混了。</translation>
        </message>
        <message>
            <location filename="../../../models/cosyvoice3/nets.py" />
            <source>{0} does not belong to this model: its ids are not whole numbers below {1}.</source>
            <translation>{0} 不属于这个模型：它的编号不是小于 {1} 的整数。</translation>
        </message>
        <message>
            <location filename="../../../models/cosyvoice3/nets.py" />
            <source>{0} does not belong to this model: it gives {1} values, {2} were expected.</source>
            <translation>{0} 不属于这个模型：它给出 {1} 个值，应有 {2} 个。</translation>
        </message>
        <message>
            <location filename="../../../models/cosyvoice3/nets.py" />
            <source>{0} is damaged: what it gives are no finite numbers.</source>
            <translation>{0} 已损坏：它给出的不是有限的数。</translation>
        </message>
        <message>
            <location filename="../../../models/cosyvoice3/nets.py" />
            <source>A new reference voice needs onnxruntime, which is not installed.</source>
            <translation>新的参考声音需要 onnxruntime，但没有安装。</translation>
        </message>
        <message>
            <location filename="../../../models/cosyvoice3/nets.py" />
            <source>Install it with: pip install "ditone[onnx]", or use a saved voice.</source>
            <translation>安装命令：pip install "ditone[onnx]"，或使用已保存的声音。</translation>
        </message>
        <message>
            <location filename="../../../models/cosyvoice3/nets.py" />
            <source>{0} cannot be read; it is damaged or not an ONNX network.</source>
            <translation>{0} 无法读取；它已损坏，或不是 ONNX 网络。</translation>
        </message>
        <message>
            <location filename="../../../models/cosyvoice3/nets.py" />
            <source>{0} does not take what it should.</source>
            <translation>{0} 不接受它应当接受的输入。</translation>
        </message>
        <message>
            <location filename="../../../models/cosyvoice3/nets.py" />
            <source>{0} names further files that hold its weights; the published network is one file.</source>
            <translation>{0} 还引用了其他存放权重的文件；发布的网络只有一个文件。</translation>
        </message>
        <message>
            <location filename="../../../models/cosyvoice3/pipeline.py" />
            <source>Speed stretches the whole sound, so it does not go with streaming.</source>
            <translation>语速会拉伸整段声音，因此不能与流式输出同用。</translation>
        </message>
        <message>
            <location filename="../../../models/cosyvoice3/pipeline.py" />
            <source>Switch one of them off.</source>
            <translation>请关闭其中一个。</translation>
        </message>
        <message>
            <location filename="../../../models/cosyvoice3/pipeline.py" />
            <source>A reference voice is needed.</source>
            <translation>需要参考声音。</translation>
        </message>
        <message>
            <location filename="../../../models/cosyvoice3/pipeline.py" />
            <source>Choose a recording of 3 to 15 s, or a saved voice.</source>
            <translation>请选择 3 到 15 秒的录音，或已保存的声音。</translation>
        </message>
        <message>
            <location filename="../../../models/cosyvoice3/pipeline.py" />
            <source>The voice was saved as "{0}"; give that name as the reference to use it again.</source>
            <translation>声音已保存为“{0}”；以后把这个名字作为参考即可再用。</translation>
        </message>
        <message>
            <location filename="../../../models/cosyvoice3/pipeline.py" />
            <source>The mode Convert voice needs a recording to convert.</source>
            <translation>“转换声音”模式需要一段要转换的录音。</translation>
        </message>
        <message>
            <location filename="../../../models/cosyvoice3/pipeline.py" />
            <source>Choose one under Source.</source>
            <translation>请在“来源”中选择一段。</translation>
        </message>
        <message>
            <location filename="../../../models/cosyvoice3/pipeline.py" />
            <source>The language model ended at once: no speech was made.</source>
            <translation>语言模型立刻结束：没有生成语音。</translation>
        </message>
        <message>
            <location filename="../../../models/cosyvoice3/pipeline.py" />
            <source>Try another seed or other words.</source>
            <translation>请换一个种子或换一些词。</translation>
        </message>
        <message>
            <location filename="../../../models/cosyvoice3/pipeline.py" />
            <source>A piece of the text has {0} tokens, too many for the language model.</source>
            <translation>文本的一段有 {0} 个词元，对语言模型来说太多。</translation>
        </message>
        <message>
            <location filename="../../../models/cosyvoice3/pipeline.py" />
            <source>Switch on Prepare text, which splits it, or write shorter sentences.</source>
            <translation>请打开“整理文本”让它分段，或写短一些的句子。</translation>
        </message>
        <message>
            <location filename="../../../models/cosyvoice3/pipeline.py" />
            <source>Instructions are followed in the mode Instruct only; they were left out here.</source>
            <translation>只有“指令”模式会遵循指令；这里没有使用。</translation>
        </message>
        <message>
            <location filename="../../../models/cosyvoice3/pipeline.py" />
            <source>The model was trained with one instruction at a time; several at once may not be followed.</source>
            <translation>模型训练时每次只有一条指令；同时几条可能不被遵循。</translation>
        </message>
        <message>
            <location filename="../../../models/cosyvoice3/pipeline.py" />
            <source>No speech was made for "{0}"; try another seed or other words.</source>
            <translation>没有为“{0}”生成语音；请换一个种子或换一些词。</translation>
        </message>
        <message>
            <location filename="../../../models/cosyvoice3/plan.py" />
            <source>The mode Clone needs the transcript of the reference: the exact words of the recording.</source>
            <translation>“克隆”模式需要参考的文字稿：录音中的原话。</translation>
        </message>
        <message>
            <location filename="../../../models/cosyvoice3/plan.py" />
            <source>Write it, or choose the mode Cross-lingual.</source>
            <translation>请写出文字稿，或选择“跨语言”模式。</translation>
        </message>
        <message>
            <location filename="../../../models/cosyvoice3/plan.py" />
            <source>The mode Instruct needs an instruction.</source>
            <translation>“指令”模式需要一条指令。</translation>
        </message>
        <message>
            <location filename="../../../models/cosyvoice3/plan.py" />
            <source>Choose one of the lists, or write one.</source>
            <translation>请从列表中选择，或自己写一条。</translation>
        </message>
        <message>
            <location filename="../../../models/cosyvoice3/plan.py" />
            <source>There is nothing to say: the text has no letters or digits.</source>
            <translation>没有可说的内容：文本中没有字母或数字。</translation>
        </message>
        <message>
            <location filename="../../../models/cosyvoice3/plan.py" />
            <source>Write what is to be said.</source>
            <translation>请写出要说的话。</translation>
        </message>
        <message>
            <location filename="../../../models/cosyvoice3/plan.py" />
            <source>Piece seeds: "{0}" is not understood.</source>
            <translation>分段种子：无法理解“{0}”。</translation>
        </message>
        <message>
            <location filename="../../../models/cosyvoice3/plan.py" />
            <source>A list like 2=77, 5=3 was expected.</source>
            <translation>应为 2=77, 5=3 这样的列表。</translation>
        </message>
        <message>
            <location filename="../../../models/cosyvoice3/plan.py" />
            <source>Piece seeds: there is no piece {0}; this text has {1}.</source>
            <translation>分段种子：没有第 {0} 段；这段文本有 {1} 段。</translation>
        </message>
        <message>
            <location filename="../../../models/cosyvoice3/plan.py" />
            <source>Piece seeds: {0} is too large; seeds go up to {1}.</source>
            <translation>分段种子：{0} 太大；种子最大为 {1}。</translation>
        </message>
        <message>
            <location filename="../../../models/cosyvoice3/ras.py" />
            <source>The language model gives no numbers: its weights (llm.pt) are damaged, or the precision is too low.</source>
            <translation>语言模型给出的不是数：它的权重（llm.pt）已损坏，或精度太低。</translation>
        </message>
        <message>
            <location filename="../../../models/cosyvoice3/ras.py" />
            <source>Choose float32, or download the file again.</source>
            <translation>请选择 float32，或重新下载该文件。</translation>
        </message>
        <message>
            <location filename="../../../models/cosyvoice3/reference.py" />
            <source>The {0} {1} does not exist.</source>
            <translation>{0} {1} 不存在。</translation>
        </message>
        <message>
            <location filename="../../../models/cosyvoice3/reference.py" />
            <source>Choose another file.</source>
            <translation>请选择另一个文件。</translation>
        </message>
        <message>
            <location filename="../../../models/cosyvoice3/reference.py" />
            <source>{0} has a sample rate of {1} Hz; a voice needs at least {2} Hz.</source>
            <translation>{0} 的采样率是 {1} Hz；声音至少需要 {2} Hz。</translation>
        </message>
        <message>
            <location filename="../../../models/cosyvoice3/reference.py" />
            <source>{0} is {1} s long; a recording may have {2} to {3} s.</source>
            <translation>{0} 长 {1} 秒；录音可以有 {2} 到 {3} 秒。</translation>
        </message>
        <message>
            <location filename="../../../models/cosyvoice3/reference.py" />
            <source>{0} to {1} s are best.</source>
            <translation>{0} 到 {1} 秒最好。</translation>
        </message>
        <message>
            <location filename="../../../models/cosyvoice3/reference.py" />
            <source>{0} has only {1} s; {2} to {3} s copy a voice better.</source>
            <translation>{0} 只有 {1} 秒；{2} 到 {3} 秒能更好地复制声音。</translation>
        </message>
        <message>
            <location filename="../../../models/cosyvoice3/reference.py" />
            <source>{0} is almost silent (its peak is below -40 dBFS).</source>
            <translation>{0} 几乎没有声音（峰值低于 -40 dBFS）。</translation>
        </message>
        <message>
            <location filename="../../../models/cosyvoice3/reference.py" />
            <source>{0} reaches full scale; a clipped recording gives a rough voice.</source>
            <translation>{0} 达到满刻度；削波的录音会让声音粗糙。</translation>
        </message>
        <message>
            <location filename="../../../models/cosyvoice3/reference.py" />
            <source>The voice "{0}" was made for another model.</source>
            <translation>声音“{0}”是为另一个模型制作的。</translation>
        </message>
        <message>
            <location filename="../../../models/cosyvoice3/reference.py" />
            <source>Save it again with this one.</source>
            <translation>请用这个模型重新保存。</translation>
        </message>
        <message>
            <location filename="../../../models/cosyvoice3/tokenizer.py" />
            <source>The tokenizer in {0} has {1} entries, the language model knows {2}.</source>
            <translation>{0} 中的分词器有 {1} 项，语言模型认识 {2} 项。</translation>
        </message>
        <message>
            <location filename="../../../models/cosyvoice3/tokenizer.py" />
            <source>Get both from the same folder of the publisher.</source>
            <translation>请从发布者的同一个文件夹取得两者。</translation>
        </message>
        <message>
            <location filename="../../../models/cosyvoice3/tokenizer.py" />
            <source>{0}/{1} is missing.</source>
            <translation>缺少 {0}/{1}。</translation>
        </message>
        <message>
            <location filename="../../../models/cosyvoice3/weights.py" />
            <source>{0}.pt is missing.</source>
            <translation>缺少 {0}.pt。</translation>
        </message>
        <message>
            <location filename="../../../models/cosyvoice3/yaml_reader.py" />
            <source>{0} does not describe a model: a table was expected.</source>
            <translation>{0} 没有描述模型：应为一张表。</translation>
        </message>
        <message>
            <location filename="../../../models/cosyvoice3/yaml_reader.py" />
            <source>{0} refers to itself without end.</source>
            <translation>{0} 无止境地引用自己。</translation>
        </message>
        <message>
            <location filename="../../../models/cosyvoice3/yaml_reader.py" />
            <source>{0} has a reference that cannot be looked up: {1}.</source>
            <translation>{0} 中有一个查不到的引用：{1}。</translation>
        </message>
        <message>
            <location filename="../../../models/cosyvoice3/yaml_reader.py" />
            <source>{0} multiplies things that are not numbers: {1}.</source>
            <translation>{0} 把不是数的东西相乘：{1}。</translation>
        </message>
        <message>
            <location filename="../../../models/cosyvoice3/yaml_reader.py" />
            <source>{0} was refused: it is not the plain description of a model.</source>
            <translation>{0} 被拒绝：它不是对模型的单纯描述。</translation>
        </message>
        <message>
            <location filename="../../../models/cosyvoice3/yaml_reader.py" />
            <source>{0} has an alias in line {1}, by which it could grow or refer to itself without end.</source>
            <translation>{0} 的第 {1} 行有一个别名，可能使它无止境地增长或引用自己。</translation>
        </message>
        <message>
            <location filename="../../../models/cosyvoice3/yaml_reader.py" />
            <source>{0} has more than {1} levels, or more than {2} parts.</source>
            <translation>{0} 超过 {1} 层，或超过 {2} 个部分。</translation>
        </message>
        <message>
            <location filename="../../../models/dots/config.py" />
            <source>{0} has the unknown key "{1}".</source>
            <translation>{0} 中有未知的键“{1}”。</translation>
        </message>
        <message>
            <location filename="../../../models/dots/config.py" />
            <source>{0} does not describe a dots.tts model: {1}.</source>
            <translation>{0} 没有描述 dots.tts 模型：{1}。</translation>
        </message>
        <message>
            <location filename="../../../models/dots/folder.py" />
            <source>{0} lacks {1}: it is not laid out as dots.tts is published.</source>
            <translation>{0} 缺少 {1}：它的布局与发布的 dots.tts 不同。</translation>
        </message>
        <message>
            <location filename="../../../models/dots/language.py" />
            <source>The language "{0}" is not known.</source>
            <translation>不认识语言“{0}”。</translation>
        </message>
        <message>
            <location filename="../../../models/dots/loading.py" />
            <source>{0} lacks the tensor {1}.</source>
            <translation>{0} 缺少张量 {1}。</translation>
        </message>
        <message>
            <location filename="../../../models/dots/loading.py" />
            <source>It is not laid out as dots.tts is published (a conversion to another format, perhaps).</source>
            <translation>它的布局与发布的 dots.tts 不同（可能转换成了另一种格式）。</translation>
        </message>
        <message>
            <location filename="../../../models/dots/loading.py" />
            <source>{0} has shape {1}; [vocabulary, {2}] was expected.</source>
            <translation>{0} 的形状是 {1}；应为 [词表, {2}]。</translation>
        </message>
        <message>
            <location filename="../../../models/dots/loading.py" />
            <source>{0} does not hold the entries mean and var.</source>
            <translation>{0} 中没有 mean 和 var 两项。</translation>
        </message>
        <message>
            <location filename="../../../models/dots/loading.py" />
            <source>{0}: var holds a value that is not above zero.</source>
            <translation>{0}：var 中有不大于零的值。</translation>
        </message>
        <message>
            <location filename="../../../models/dots/loading.py" />
            <source>{0}: {1} has {2} numbers; {3} were expected.</source>
            <translation>{0}：{1} 有 {2} 个数；应有 {3} 个。</translation>
        </message>
        <message>
            <location filename="../../../models/dots/loading.py" />
            <source>{0} gives {1} the id {2}, but the embedding table has {3} rows.</source>
            <translation>{0} 给 {1} 的编号是 {2}，但嵌入表只有 {3} 行。</translation>
        </message>
        <message>
            <location filename="../../../models/dots/loading.py" />
            <source>Tokenizer and weights belong to different models.</source>
            <translation>分词器和权重属于不同的模型。</translation>
        </message>
        <message>
            <location filename="../../../models/dots/pieces.py" />
            <source>Pieces "{0}" name no piece.</source>
            <translation>“{0}”没有指明任何一段。</translation>
        </message>
        <message>
            <location filename="../../../models/dots/pieces.py" />
            <source>A form like "2" or "1,3-4" was expected.</source>
            <translation>应为“2”或“1,3-4”这样的形式。</translation>
        </message>
        <message>
            <location filename="../../../models/dots/pieces.py" />
            <source>There is no piece {0}: the last one of the text is {1}.</source>
            <translation>没有第 {0} 段：文本的最后一段是第 {1} 段。</translation>
        </message>
        <message>
            <location filename="../../../models/dots/pieces.py" />
            <source>Seeds of pieces "{0}" are not understood at "{1}".</source>
            <translation>分段种子“{0}”在“{1}”处无法理解。</translation>
        </message>
        <message>
            <location filename="../../../models/dots/pieces.py" />
            <source>A form like "2:17 5:3" was expected.</source>
            <translation>应为“2:17 5:3”这样的形式。</translation>
        </message>
        <message>
            <location filename="../../../models/dots/pieces.py" />
            <source>The seed {0} of piece {1} is too large; it must be below 2^63.</source>
            <translation>第 {1} 段的种子 {0} 太大；必须小于 2^63。</translation>
        </message>
        <message>
            <location filename="../../../models/dots/pieces.py" />
            <source>Pieces "{0}" are not understood at "{1}".</source>
            <translation>分段“{0}”在“{1}”处无法理解。</translation>
        </message>
        <message>
            <location filename="../../../models/dots/pipeline.py" />
            <source>Reference voices cannot be used: speaker_encoder.safetensors is missing from the model folder.</source>
            <translation>不能使用参考声音：模型文件夹中缺少 speaker_encoder.safetensors。</translation>
        </message>
        <message>
            <location filename="../../../models/dots/pipeline.py" />
            <source>Download it into the folder, or take the reference away.</source>
            <translation>请把它下载到文件夹中，或去掉参考。</translation>
        </message>
        <message>
            <location filename="../../../models/dots/pipeline.py" />
            <source>Silence was trimmed: the reference is used from {0} s to {1} s.</source>
            <translation>已去掉静音：参考使用 {0} 秒到 {1} 秒。</translation>
        </message>
        <message>
            <location filename="../../../models/dots/pipeline.py" />
            <source>The voice is taken from the middle {0} s of the reference.</source>
            <translation>声音取自参考中间的 {0} 秒。</translation>
        </message>
        <message>
            <location filename="../../../models/dots/pipeline.py" />
            <source>The reference holds {0} s of sound; {1} to {2} s work best.</source>
            <translation>参考中有 {0} 秒声音；{1} 到 {2} 秒效果最好。</translation>
        </message>
        <message>
            <location filename="../../../models/dots/pipeline.py" />
            <source>The reference alone takes {0} of the {1} patches, which leaves no room for speech.</source>
            <translation>仅参考就占用 {1} 个片段中的 {0} 个，没有留给语音的位置。</translation>
        </message>
        <message>
            <location filename="../../../models/dots/pipeline.py" />
            <source>Use a shorter reference or raise the patch limit.</source>
            <translation>请使用更短的参考，或提高片段上限。</translation>
        </message>
        <message>
            <location filename="../../../models/dots/pipeline.py" />
            <source>There is nothing to say: the text holds no letter and no digit.</source>
            <translation>没有可说的内容：文本中没有字母和数字。</translation>
        </message>
        <message>
            <location filename="../../../models/dots/pipeline.py" />
            <source>The text was split into {0} pieces.</source>
            <translation>文本被分成 {0} 段。</translation>
        </message>
        <message>
            <location filename="../../../models/dots/pipeline.py" />
            <source>The patch limit is {0} here: text and sound share {1} positions.</source>
            <translation>这里的片段上限是 {0}：文本和声音共用 {1} 个位置。</translation>
        </message>
        <message>
            <location filename="../../../models/dots/pipeline.py" />
            <source>{0} reached the patch limit after {1} s, so its speech may be cut off: raise the limit, or split the text into sentences.</source>
            <translation>{0} 在 {1} 秒后达到片段上限，话可能被截断：请提高上限，或把文本分成句子。</translation>
        </message>
        <message>
            <location filename="../../../models/dots/pipeline.py" />
            <source>A transcript was given without a reference voice.</source>
            <translation>给出了文字稿，但没有参考声音。</translation>
        </message>
        <message>
            <location filename="../../../models/dots/pipeline.py" />
            <source>It is the words of that recording.</source>
            <translation>文字稿是那段录音中的话。</translation>
        </message>
        <message>
            <location filename="../../../models/dots/pipeline.py" />
            <source>{0} may take about {1} s to say, and the patch limit leaves {2} s: split the text into sentences, or raise the limit.</source>
            <translation>说完 {0} 可能需要约 {1} 秒，而片段上限只留 {2} 秒：请把文本分成句子，或提高上限。</translation>
        </message>
        <message>
            <location filename="../../../models/dots/pipeline.py" />
            <source>Piece {0} has {1} tokens, which leave no room for sound: text and sound share {2}.</source>
            <translation>第 {0} 段有 {1} 个词元，没有留给声音的位置：文本和声音共用 {2} 个。</translation>
        </message>
        <message>
            <location filename="../../../models/dots/pipeline.py" />
            <source>Split the text into sentences.</source>
            <translation>请把文本分成句子。</translation>
        </message>
        <message>
            <location filename="../../../models/dots/reference.py" />
            <source>The reference voice {0} holds samples that are not finite numbers.</source>
            <translation>参考声音 {0} 中有不是有限数的采样。</translation>
        </message>
        <message>
            <location filename="../../../models/dots/reference.py" />
            <source>The reference voice {0} holds only {1} s of sound.</source>
            <translation>参考声音 {0} 中只有 {1} 秒声音。</translation>
        </message>
        <message>
            <location filename="../../../models/dots/reference.py" />
            <source>{0} to {1} s of one clear voice work best.</source>
            <translation>{0} 到 {1} 秒单一清晰的声音效果最好。</translation>
        </message>
        <message>
            <location filename="../../../models/dots/reference.py" />
            <source>The reference voice cannot be used: {0}</source>
            <translation>不能使用参考声音：{0}</translation>
        </message>
        <message>
            <location filename="../../../models/dots/text.py" />
            <source>{0} lacks the token {1}.</source>
            <translation>{0} 缺少词元 {1}。</translation>
        </message>
        <message>
            <location filename="../../../models/dots/text.py" />
            <source>It is not the tokenizer of dots.tts.</source>
            <translation>它不是 dots.tts 的分词器。</translation>
        </message>
        <message>
            <location filename="../../../models/dots/text.py" />
            <source>The text needs {0} tokens and {1} patches of sound; together they must stay below {2}.</source>
            <translation>文本需要 {0} 个词元和 {1} 个声音片段；合计必须少于 {2}。</translation>
        </message>
        <message>
            <location filename="../../../models/dots/text.py" />
            <source>Shorten the text, split it into sentences, or lower the patch limit.</source>
            <translation>请缩短文本、把它分成句子，或降低片段上限。</translation>
        </message>
        <message>
            <location filename="../../../models/moss_sound_effect/config.py" />
            <source>transformer/config.json has vae_type "{0}"; Ditone plays the published form, "dac".</source>
            <translation>transformer/config.json 的 vae_type 是“{0}”；Ditone 播放发布的形式“dac”。</translation>
        </message>
        <message>
            <location filename="../../../models/moss_sound_effect/config.py" />
            <source>The older 44.1 kHz form turns its positions differently.</source>
            <translation>较旧的 44.1 kHz 形式对位置的旋转不同。</translation>
        </message>
        <message>
            <location filename="../../../models/moss_sound_effect/config.py" />
            <source>transformer/config.json asks for an image input, which no published sound-effect model has.</source>
            <translation>transformer/config.json 要求图像输入，而发布的音效模型都没有。</translation>
        </message>
        <message>
            <location filename="../../../models/moss_sound_effect/config.py" />
            <source>transformer/config.json: dim {0} is no multiple of num_heads {1}.</source>
            <translation>transformer/config.json：dim {0} 不是 num_heads {1} 的倍数。</translation>
        </message>
        <message>
            <location filename="../../../models/moss_sound_effect/config.py" />
            <source>transformer/config.json does not describe a usable transformer: {0}</source>
            <translation>transformer/config.json 描述的变换器不可用：{0}</translation>
        </message>
        <message>
            <location filename="../../../models/moss_sound_effect/decoder.py" />
            <source>vae/{0} is missing.</source>
            <translation>缺少 vae/{0}。</translation>
        </message>
        <message>
            <location filename="../../../models/moss_sound_effect/decoder.py" />
            <source>It turns latents into sound.</source>
            <translation>它把潜变量变成声音。</translation>
        </message>
        <message>
            <location filename="../../../models/moss_sound_effect/decoder.py" />
            <source>{0} holds the decoder alone, so a sound cannot be varied.</source>
            <translation>{0} 只含解码器，因此不能对声音做变体。</translation>
        </message>
        <message>
            <location filename="../../../models/moss_sound_effect/decoder.py" />
            <source>The published VAE has an encoder too.</source>
            <translation>发布的 VAE 也带编码器。</translation>
        </message>
        <message>
            <location filename="../../../models/moss_sound_effect/folder.py" />
            <source>The text encoder is {0} wide; the transformer expects {1}. They are of different models.</source>
            <translation>文本编码器的宽度是 {0}；变换器需要 {1}。它们属于不同的模型。</translation>
        </message>
        <message>
            <location filename="../../../models/moss_sound_effect/folder.py" />
            <source>{0}: patch_embedding.weight is {1}, expected {2}.</source>
            <translation>{0}：patch_embedding.weight 是 {1}，应为 {2}。</translation>
        </message>
        <message>
            <location filename="../../../models/moss_sound_effect/folder.py" />
            <source>The VAE has {0} latent channels; the transformer expects {1}.</source>
            <translation>VAE 有 {0} 个潜通道；变换器需要 {1} 个。</translation>
        </message>
        <message>
            <location filename="../../../models/moss_sound_effect/folder.py" />
            <source>It does not belong to transformer/config.json.</source>
            <translation>它与 transformer/config.json 不相配。</translation>
        </message>
        <message>
            <location filename="../../../models/moss_sound_effect/pipeline.py" />
            <source>This model is told lengths to a tenth of a second: {0} s were made.</source>
            <translation>这个模型的长度精确到十分之一秒：生成了 {0} 秒。</translation>
        </message>
        <message>
            <location filename="../../../models/moss_sound_effect/pipeline.py" />
            <source>Only the first {0} s of {1} were used.</source>
            <translation>只使用了 {1} 秒中的前 {0} 秒。</translation>
        </message>
        <message>
            <location filename="../../../models/moss_sound_effect/pipeline.py" />
            <source>The {0} is too long: its last {1} tokens were cut off{2}</source>
            <translation>{0}太长：最后 {1} 个词元被截去{2}</translation>
        </message>
        <message>
            <location filename="../../../models/moss_sound_effect/text_encoder.py" />
            <source>text_encoder/{0} is missing.</source>
            <translation>缺少 text_encoder/{0}。</translation>
        </message>
        <message>
            <location filename="../../../models/moss_sound_effect/text_encoder.py" />
            <source>It lists the text encoder's files.</source>
            <translation>它列出文本编码器的文件。</translation>
        </message>
        <message>
            <location filename="../../../models/moss_sound_effect/text_encoder.py" />
            <source>tokenizer/tokenizer.json is missing.</source>
            <translation>缺少 tokenizer/tokenizer.json。</translation>
        </message>
        <message>
            <location filename="../../../models/moss_sound_effect/text_encoder.py" />
            <source>It splits prompts into tokens.</source>
            <translation>它把提示词分成词元。</translation>
        </message>
        <message>
            <location filename="../../../models/moss_sound_effect/transformer.py" />
            <source>transformer/{0} is missing.</source>
            <translation>缺少 transformer/{0}。</translation>
        </message>
        <message>
            <location filename="../../../models/moss_sound_effect/transformer.py" />
            <source>It holds the transformer; a fine-tuning run's own epoch-N.safetensors may stand in its place.</source>
            <translation>它存放变换器；微调得到的 epoch-N.safetensors 也可以代替它。</translation>
        </message>
        <message>
            <location filename="../../../models/moss_sound_effect/vae.py" />
            <source>The VAE has no {0}.weight_v.</source>
            <translation>VAE 中没有 {0}.weight_v。</translation>
        </message>
        <message>
            <location filename="../../../models/moss_sound_effect/vae.py" />
            <source>It is not the DAC VAE of this family, or it is incomplete.</source>
            <translation>它不是这一系列的 DAC VAE，或不完整。</translation>
        </message>
        <message>
            <location filename="../../../models/moss_sound_effect/vae.py" />
            <source>The VAE's encoder strides {0} and decoder strides {1} do not belong together.</source>
            <translation>VAE 编码器的步幅 {0} 与解码器的步幅 {1} 不相配。</translation>
        </message>
        <message>
            <location filename="../../../models/stable_audio_3/adapt.py" />
            <source>{0} is damaged: its tensors for {1} do not fit together ({2}).</source>
            <translation>{0} 已损坏：{1} 的张量不相配（{2}）。</translation>
        </message>
        <message>
            <location filename="../../../models/stable_audio_3/canvas.py" />
            <source>Duration is {0} s; it must be above 0 s.</source>
            <translation>时长是 {0} 秒；必须大于 0 秒。</translation>
        </message>
        <message>
            <location filename="../../../models/stable_audio_3/config_file.py" />
            <source>{0} does not fit together: the transformer has {1} channels, the autoencoder {2}.</source>
            <translation>{0} 自相矛盾：变换器有 {1} 个通道，自编码器有 {2} 个。</translation>
        </message>
        <message>
            <location filename="../../../models/stable_audio_3/family.py" />
            <source>{0} is an autoencoder without a transformer; it makes no takes by itself.</source>
            <translation>{0} 是没有变换器的自编码器；它自己不能生成声音。</translation>
        </message>
        <message>
            <location filename="../../../models/stable_audio_3/job.py" />
            <source>No region was chosen; there is nothing to make anew.</source>
            <translation>没有选择区域；没有要重做的内容。</translation>
        </message>
        <message>
            <location filename="../../../models/stable_audio_3/job.py" />
            <source>Choose at least one region.</source>
            <translation>请至少选择一个区域。</translation>
        </message>
        <message>
            <location filename="../../../models/stable_audio_3/job.py" />
            <source>The {0} interval is {1} to {2}; both must lie between 0 and 1, the first below the second.</source>
            <translation>{0} 的区间是 {1} 到 {2}；两者都必须在 0 和 1 之间，前者小于后者。</translation>
        </message>
        <message>
            <location filename="../../../models/stable_audio_3/job.py" />
            <source>{0} has {1} values for {2} files; give one for all, or one for each.</source>
            <translation>{0} 有 {1} 个值，而文件有 {2} 个；请给所有文件一个值，或各给一个。</translation>
        </message>
        <message>
            <location filename="../../../models/stable_audio_3/job.py" />
            <source>LoRA interval is "{0}"; two numbers like 0-0.5 were expected.</source>
            <translation>LoRA 区间是“{0}”；应为 0-0.5 这样的两个数。</translation>
        </message>
        <message>
            <location filename="../../../models/stable_audio_3/job.py" />
            <source>This mode starts from a sound, and none was chosen.</source>
            <translation>这个模式从一段声音开始，但没有选择声音。</translation>
        </message>
        <message>
            <location filename="../../../models/stable_audio_3/job.py" />
            <source>Choose a source, or the mode Text to audio.</source>
            <translation>请选择来源，或选择“文本到音频”模式。</translation>
        </message>
        <message>
            <location filename="../../../models/stable_audio_3/job.py" />
            <source>The source is {0} s long and the take {1} s; there is nothing to continue.</source>
            <translation>来源长 {0} 秒，要生成 {1} 秒；没有可接续的部分。</translation>
        </message>
        <message>
            <location filename="../../../models/stable_audio_3/job.py" />
            <source>Set a longer duration.</source>
            <translation>请设置更长的时长。</translation>
        </message>
        <message>
            <location filename="../../../models/stable_audio_3/licence.py" />
            <source>Read {0} in the folder.</source>
            <translation>请阅读文件夹中的 {0}。</translation>
        </message>
        <message>
            <location filename="../../../models/stable_audio_3/licence.py" />
            <source>The licence text is missing from the folder.</source>
            <translation>文件夹中缺少许可证文本。</translation>
        </message>
        <message>
            <location filename="../../../models/stable_audio_3/lora.py" />
            <source>{0} holds an adapter of the kind "{1}".</source>
            <translation>{0} 中是“{1}”类的适配器。</translation>
        </message>
        <message>
            <location filename="../../../models/stable_audio_3/lora.py" />
            <source>Known are {0}, each also as -xs.</source>
            <translation>已知的有 {0}，每种也有 -xs 版。</translation>
        </message>
        <message>
            <location filename="../../../models/stable_audio_3/lora.py" />
            <source>{0} holds no tensors.</source>
            <translation>{0} 中没有张量。</translation>
        </message>
        <message>
            <location filename="../../../models/stable_audio_3/lora.py" />
            <source>{0} has a damaged description of its LoRA: alpha is "{1}", a number was expected.</source>
            <translation>{0} 对 LoRA 的描述已损坏：alpha 是“{1}”，应为一个数。</translation>
        </message>
        <message>
            <location filename="../../../models/stable_audio_3/lora.py" />
            <source>There is no LoRA file {0}.</source>
            <translation>没有 LoRA 文件 {0}。</translation>
        </message>
        <message>
            <location filename="../../../models/stable_audio_3/lora.py" />
            <source>{0} is not a LoRA file: it holds no table of tensors named state_dict.</source>
            <translation>{0} 不是 LoRA 文件：其中没有名为 state_dict 的张量表。</translation>
        </message>
        <message>
            <location filename="../../../models/stable_audio_3/lora.py" />
            <source>{0} is not a LoRA for this family: it holds {1}.</source>
            <translation>{0} 不是这一系列的 LoRA：其中是 {1}。</translation>
        </message>
        <message>
            <location filename="../../../models/stable_audio_3/lora.py" />
            <source>Names with .parametrizations.weight.0. were expected.</source>
            <translation>名称中应有 .parametrizations.weight.0. 。</translation>
        </message>
        <message>
            <location filename="../../../models/stable_audio_3/lora.py" />
            <source>{0} was made for another model: this one has no layer {1}.</source>
            <translation>{0} 是为另一个模型制作的：这个模型没有层 {1}。</translation>
        </message>
        <message>
            <location filename="../../../models/stable_audio_3/lora.py" />
            <source>{0} is incomplete: {1} of a layer is missing.</source>
            <translation>{0} 不完整：缺少某一层的 {1}。</translation>
        </message>
        <message>
            <location filename="../../../models/stable_audio_3/lora.py" />
            <source>{0} is damaged: {1} of {2} has {3} dimensions, 2 were expected.</source>
            <translation>{0} 已损坏：{2} 的 {1} 有 {3} 维，应有 2 维。</translation>
        </message>
        <message>
            <location filename="../../../models/stable_audio_3/lora.py" />
            <source>Get the file again from its publisher.</source>
            <translation>请从发布者处重新取得该文件。</translation>
        </message>
        <message>
            <location filename="../../../models/stable_audio_3/lora.py" />
            <source>{0} was made for another model: {1} of {2} is {3}, the layer is {4} by {5}.</source>
            <translation>{0} 是为另一个模型制作的：{2} 的 {1} 是 {3}，而该层是 {4}×{5}。</translation>
        </message>
        <message>
            <location filename="../../../models/stable_audio_3/pipeline.py" />
            <source>This model was made to run without guidance: a CFG scale other than 1 doubles the time and seldom helps.</source>
            <translation>这个模型就是为不用引导而做的：CFG 不为 1 时耗时加倍，而且很少有帮助。</translation>
        </message>
        <message>
            <location filename="../../../models/stable_audio_3/pipeline.py" />
            <source>The negative prompt has no effect while the CFG scale is 1.</source>
            <translation>CFG 为 1 时，负面提示词不起作用。</translation>
        </message>
        <message>
            <location filename="../../../models/stable_audio_3/pipeline.py" />
            <source>One of the two takes was made from a sound; the way leads between takes made from text alone.</source>
            <translation>两条声音之一是由声音制作的；过渡只能在仅由文本制作的声音之间。</translation>
        </message>
        <message>
            <location filename="../../../models/stable_audio_3/pipeline.py" />
            <source>The {0} is longer than {1} tokens; this part was left out: "{2}".</source>
            <translation>{0}超过 {1} 个词元；这一部分被略去：“{2}”。</translation>
        </message>
        <message>
            <location filename="../../../models/stable_audio_3/schedule.py" />
            <source>{0} steps asked for; at least 1 is needed.</source>
            <translation>要求 {0} 步；至少需要 1 步。</translation>
        </message>
        <message>
            <location filename="../../../models/stable_audio_3/schedule.py" />
            <source>The schedule {0} is not known.</source>
            <translation>不认识时间表 {0}。</translation>
        </message>
        <message>
            <location filename="../../../models/stable_audio_3/source.py" />
            <source>A region is {0}; two numbers, its start and end in seconds, were expected.</source>
            <translation>一个区域是 {0}；应为两个数，即以秒计的起点和终点。</translation>
        </message>
        <message>
            <location filename="../../../models/stable_audio_3/source.py" />
            <source>The region from {0} to {1} s is empty; its end must lie behind its start.</source>
            <translation>从 {0} 到 {1} 秒的区域是空的；终点必须在起点之后。</translation>
        </message>
        <message>
            <location filename="../../../models/stable_audio_3/source.py" />
            <source>The region from {0} to {1} s lies behind the end of the take at {2} s.</source>
            <translation>从 {0} 到 {1} 秒的区域在 {2} 秒处的结尾之后。</translation>
        </message>
        <message>
            <location filename="../../../models/stable_audio_3/text.py" />
            <source>The tokenizer is missing: {0} holds neither tokenizer.json nor tokenizer.model.</source>
            <translation>缺少分词器：{0} 中既没有 tokenizer.json，也没有 tokenizer.model。</translation>
        </message>
        <message>
            <location filename="../../../models/stable_audio_3/text.py" />
            <source>Download the text encoder's folder again.</source>
            <translation>请重新下载文本编码器的文件夹。</translation>
        </message>
    </context>
    <context>
        <name>SettingList</name>
        <message>
            <location filename="../../../gui/compare/metric_list.py" />
            <source>Settings that differ</source>
            <translation>不同的设置</translation>
        </message>
    </context>
    <context>
        <name>Slots</name>
        <message>
            <location filename="../../../gui/audio/slots.py" />
            <source>This sound cannot be prepared for playing: {error}</source>
            <translation>无法为播放准备此声音：{error}</translation>
        </message>
    </context>
    <context>
        <name>SoundPage</name>
        <message>
            <location filename="../../../gui/preferences/sound_page.py" />
            <source>Sound</source>
            <translation>声音</translation>
        </message>
        <message>
            <location filename="../../../gui/preferences/sound_page.py" />
            <source>Output device</source>
            <translation>输出设备</translation>
        </message>
        <message>
            <location filename="../../../gui/preferences/sound_page.py" />
            <source>Look again</source>
            <translation>重新查找</translation>
        </message>
        <message>
            <location filename="../../../gui/preferences/sound_page.py" />
            <source>Look for devices that were connected meanwhile</source>
            <translation>查找期间接入的设备</translation>
        </message>
        <message>
            <location filename="../../../gui/preferences/sound_page.py" />
            <source>Volume in per cent</source>
            <translation>音量（百分比）</translation>
        </message>
        <message>
            <location filename="../../../gui/preferences/sound_page.py" />
            <source>Volume</source>
            <translation>音量</translation>
        </message>
        <message>
            <location filename="../../../gui/preferences/sound_page.py" />
            <source>Play new takes at once</source>
            <translation>新片段立即播放</translation>
        </message>
        <message>
            <location filename="../../../gui/preferences/sound_page.py" />
            <source>The next start begins with the volume of this one.</source>
            <translation>下次启动沿用本次的音量。</translation>
        </message>
        <message>
            <location filename="../../../gui/preferences/sound_page.py" />
            <source>Latency</source>
            <translation>延迟</translation>
        </message>
        <message>
            <location filename="../../../gui/preferences/sound_page.py" />
            <source>A longer one survives a busy machine, a shorter one answers sooner. It is lengthened by itself when sound breaks up.</source>
            <translation>较长的延迟在机器繁忙时更稳定，较短的延迟反应更快。声音断续时会自动加长。</translation>
        </message>
        <message>
            <location filename="../../../gui/preferences/sound_page.py" />
            <source>A take begins to play when it is done, unless something else is playing.</source>
            <translation>片段完成后开始播放，除非正在播放其他声音。</translation>
        </message>
        <message>
            <location filename="../../../gui/preferences/sound_page.py" />
            <source>{ms} ms</source>
            <translation>{ms} 毫秒</translation>
        </message>
        <message>
            <location filename="../../../gui/preferences/sound_page.py" />
            <source>Automatic</source>
            <translation>自动</translation>
        </message>
        <message>
            <location filename="../../../gui/preferences/sound_page.py" />
            <source>System default</source>
            <translation>系统默认</translation>
        </message>
        <message>
            <location filename="../../../gui/preferences/sound_page.py" />
            <source>{name} (not connected)</source>
            <translation>{name}（未连接）</translation>
        </message>
    </context>
    <context>
        <name>SourceController</name>
        <message>
            <location filename="../../../gui/controllers/source_controller.py" />
            <source>This model makes sounds from words alone; it takes no source.</source>
            <translation>此模型只根据文字生成声音，不接受源音频。</translation>
        </message>
        <message>
            <location filename="../../../gui/controllers/source_controller.py" />
            <source>This model cannot replace a part of a sound.</source>
            <translation>此模型不能替换声音的一部分。</translation>
        </message>
        <message>
            <location filename="../../../gui/controllers/source_controller.py" />
            <source>Only takes can be replaced in part: generate one, or drop an exported file as the source.</source>
            <translation>只有片段才能局部替换：请先生成一个，或拖入导出的文件作为源音频。</translation>
        </message>
        <message>
            <location filename="../../../gui/controllers/source_controller.py" />
            <source>Select the part to be replaced first: drag over the waveform.</source>
            <translation>请先选择要替换的部分：在波形上拖动。</translation>
        </message>
        <message>
            <location filename="../../../gui/controllers/source_controller.py" />
            <source>Use as source</source>
            <translation>用作源音频</translation>
        </message>
        <message>
            <location filename="../../../gui/controllers/source_controller.py" />
            <source>Replace the selected part</source>
            <translation>重新生成选中的部分</translation>
        </message>
        <message>
            <location filename="../../../gui/controllers/source_controller.py" />
            <source>Generate replaces the hatched part in a new take.</source>
            <translation>生成会在新片段中替换画斜线的部分。</translation>
        </message>
    </context>
    <context>
        <name>Sparkline</name>
        <message>
            <location filename="../../../gui/panels/usage_strip.py" />
            <source>Memory over the last half minute, MiB</source>
            <translation>最近半分钟的内存，MiB</translation>
        </message>
    </context>
    <context>
        <name>SpeechMetrics</name>
        <message>
            <location filename="../../../gui/compare/speech_metrics.py" />
            <source>Word error rate…</source>
            <translation>词错误率…</translation>
        </message>
        <message>
            <location filename="../../../gui/compare/speech_metrics.py" />
            <source>Recogniser…</source>
            <translation>语音识别…</translation>
        </message>
        <message>
            <location filename="../../../gui/compare/speech_metrics.py" />
            <source>Choose or download what listens to speech</source>
            <translation>选择或下载用来听写语音的模型</translation>
        </message>
        <message>
            <location filename="../../../gui/compare/speech_metrics.py" />
            <source>Word error rate</source>
            <translation>词错误率</translation>
        </message>
        <message>
            <location filename="../../../gui/compare/speech_metrics.py" />
            <source>Character error rate</source>
            <translation>字错误率</translation>
        </message>
        <message>
            <location filename="../../../gui/compare/speech_metrics.py" />
            <source>{unit}, B against A</source>
            <translation>{unit},B 对 A</translation>
        </message>
        <message>
            <location filename="../../../gui/compare/speech_metrics.py" />
            <source>Listening…</source>
            <translation>正在听写…</translation>
        </message>
    </context>
    <context>
        <name>StartCard</name>
        <message>
            <location filename="../../../gui/compare/blind_test_cards.py" />
            <source>Kind of test</source>
            <translation>测试类型</translation>
        </message>
        <message>
            <location filename="../../../gui/compare/blind_test_cards.py" />
            <source>ABX: can I hear a difference?</source>
            <translation>ABX：我能听出差别吗？</translation>
        </message>
        <message>
            <location filename="../../../gui/compare/blind_test_cards.py" />
            <source>Preference: which one is better?</source>
            <translation>偏好：哪一个更好？</translation>
        </message>
        <message>
            <location filename="../../../gui/compare/blind_test_cards.py" />
            <source>Number of trials</source>
            <translation>轮数</translation>
        </message>
        <message>
            <location filename="../../../gui/compare/blind_test_cards.py" />
            <source>Begin</source>
            <translation>开始</translation>
        </message>
        <message>
            <location filename="../../../gui/compare/blind_test_cards.py" />
            <source>Close</source>
            <translation>关闭</translation>
        </message>
        <message>
            <location filename="../../../gui/compare/blind_test_cards.py" />
            <source>Both sounds are made equally loud. All trials are drawn before the first one, and names, waveforms and figures are hidden; the result is shown at the end.</source>
            <translation>两个声音会调到同样响。所有轮次在第一轮之前抽定，名称、波形和数据都会隐藏；结果在最后显示。</translation>
        </message>
        <message>
            <location filename="../../../gui/compare/blind_test_cards.py" />
            <source>Question</source>
            <translation>问题</translation>
        </message>
        <message>
            <location filename="../../../gui/compare/blind_test_cards.py" />
            <source>Trials</source>
            <translation>轮数</translation>
        </message>
    </context>
    <context>
        <name>Studio</name>
        <message>
            <location filename="../../../gui/studio.py" />
            <source>Compare</source>
            <translation>比较</translation>
        </message>
    </context>
    <context>
        <name>SweepDialog</name>
        <message>
            <location filename="../../../gui/compare/sweep_dialog.py" />
            <source>Sweep</source>
            <translation>参数扫描</translation>
        </message>
        <message>
            <location filename="../../../gui/compare/sweep_dialog.py" />
            <source>Rows</source>
            <translation>行</translation>
        </message>
        <message>
            <location filename="../../../gui/compare/sweep_dialog.py" />
            <source>Columns</source>
            <translation>列</translation>
        </message>
        <message>
            <location filename="../../../gui/compare/sweep_dialog.py" />
            <source>{axis}: values, separated by commas</source>
            <translation>{axis}：取值，用逗号分隔</translation>
        </message>
        <message>
            <location filename="../../../gui/compare/sweep_dialog.py" />
            <source>none</source>
            <translation>无</translation>
        </message>
        <message>
            <location filename="../../../gui/compare/sweep_dialog.py" />
            <source>Precision</source>
            <translation>精度</translation>
        </message>
        <message>
            <location filename="../../../gui/compare/sweep_dialog.py" />
            <source>Make the takes</source>
            <translation>生成片段</translation>
        </message>
        <message>
            <location filename="../../../gui/compare/sweep_dialog.py" />
            <source>Cancel</source>
            <translation>取消</translation>
        </message>
        <message>
            <location filename="../../../gui/compare/sweep_dialog.py" />
            <source>One take for each pair of values, everything else as in the prompt panel. Separate values by commas.</source>
            <translation>每一对取值生成一个片段，其余与提示词面板相同。取值用逗号分隔。</translation>
        </message>
        <message>
            <location filename="../../../gui/compare/sweep_dialog.py" />
            <source>{count} takes with seed {seed}.</source>
            <translation>{count} 个片段，种子 {seed}。</translation>
        </message>
    </context>
    <context>
        <name>TakesModel</name>
        <message>
            <location filename="../../../gui/panels/takes_model.py" />
            <source>{title}, {star}{seconds} seconds, seed {seed}, {model}</source>
            <translation>{title}，{star}{seconds} 秒，种子 {seed}，{model}</translation>
        </message>
        <message>
            <location filename="../../../gui/panels/takes_model.py" />
            <source>starred, </source>
            <translation>已加星标，</translation>
        </message>
    </context>
    <context>
        <name>TakesPanel</name>
        <message>
            <location filename="../../../gui/panels/takes_panel.py" />
            <source>Search takes</source>
            <translation>搜索片段</translation>
        </message>
        <message>
            <location filename="../../../gui/panels/takes_panel.py" />
            <source>Takes</source>
            <translation>片段</translation>
        </message>
        <message>
            <location filename="../../../gui/panels/takes_panel.py" />
            <source>Recall</source>
            <translation>调回</translation>
        </message>
        <message>
            <location filename="../../../gui/panels/takes_panel.py" />
            <source>Put this take's settings back into the prompt panel</source>
            <translation>把此片段的设置放回提示词面板</translation>
        </message>
        <message>
            <location filename="../../../gui/panels/takes_panel.py" />
            <source>To lane</source>
            <translation>放到轨道</translation>
        </message>
        <message>
            <location filename="../../../gui/panels/takes_panel.py" />
            <source>Show this take in the lane (Enter)</source>
            <translation>在轨道中显示此片段（回车）</translation>
        </message>
        <message>
            <location filename="../../../gui/panels/takes_panel.py" />
            <source>Export…</source>
            <translation>导出…</translation>
        </message>
        <message>
            <location filename="../../../gui/panels/takes_panel.py" />
            <source>Write this take to a file</source>
            <translation>把此片段写入文件</translation>
        </message>
        <message>
            <location filename="../../../gui/panels/takes_panel.py" />
            <source>Show starred takes only</source>
            <translation>只显示加星标的片段</translation>
        </message>
        <message>
            <location filename="../../../gui/panels/takes_panel.py" />
            <source>Starred takes only</source>
            <translation>只看星标片段</translation>
        </message>
        <message>
            <location filename="../../../gui/panels/takes_panel.py" />
            <source>Undo</source>
            <translation>撤销</translation>
        </message>
        <message>
            <location filename="../../../gui/panels/takes_panel.py" />
            <source>No take matches. Prompt, model, seed, solver, tags and date are searched.</source>
            <translation>没有匹配的片段。会查找提示词、模型、种子、求解器、标签和日期。</translation>
        </message>
        <message>
            <location filename="../../../gui/panels/takes_panel.py" />
            <source>No take has a star. The asterisk key or the menu of a take gives it one.</source>
            <translation>没有带星标的片段。按星号键或用片段的菜单可加星标。</translation>
        </message>
        <message>
            <location filename="../../../gui/panels/takes_panel.py" />
            <source>Takes you make appear here.</source>
            <translation>您生成的片段会出现在这里。</translation>
        </message>
        <message>
            <location filename="../../../gui/panels/takes_panel.py" />
            <source>1 take deleted</source>
            <translation>已删除 1 个片段</translation>
        </message>
        <message>
            <location filename="../../../gui/panels/takes_panel.py" />
            <source>{count} takes deleted</source>
            <translation>已删除 {count} 个片段</translation>
        </message>
    </context>
    <context>
        <name>TokenCard</name>
        <message>
            <location filename="../../../gui/model_hub/token_card.py" />
            <source>Read token</source>
            <translation>读取令牌</translation>
        </message>
        <message>
            <location filename="../../../gui/model_hub/token_card.py" />
            <source>Put it in and go on</source>
            <translation>填入并继续</translation>
        </message>
        <message>
            <location filename="../../../gui/model_hub/token_card.py" />
            <source>Sign in at {link} and accept the licence there.</source>
            <translation>在 {link} 登录并接受许可。</translation>
        </message>
        <message>
            <location filename="../../../gui/model_hub/token_card.py" />
            <source>Make a token that may read at {link}.</source>
            <translation>在 {link} 创建一个有读取权限的令牌。</translation>
        </message>
        <message>
            <location filename="../../../gui/model_hub/token_card.py" />
            <source>Put the token in here.</source>
            <translation>把令牌填在这里。</translation>
        </message>
        <message>
            <location filename="../../../gui/model_hub/token_card.py" />
            <source>It is kept in this system's keyring and in no file of Ditone.</source>
            <translation>令牌保存在系统密钥环中，不写入 Ditone 的任何文件。</translation>
        </message>
        <message>
            <location filename="../../../gui/model_hub/token_card.py" />
            <source>There is no keyring here, so it is kept until Ditone ends, and in no file.</source>
            <translation>这里没有密钥环，令牌只保留到 Ditone 退出，不写入任何文件。</translation>
        </message>
    </context>
    <context>
        <name>TranscriptController</name>
        <message>
            <location filename="../../../gui/controllers/transcript_controller.py" />
            <source>Transcribe</source>
            <translation>听写</translation>
        </message>
        <message>
            <location filename="../../../gui/controllers/transcript_controller.py" />
            <source>Lets the recogniser write down the words of the reference</source>
            <translation>让识别器写出参考录音中的话</translation>
        </message>
        <message>
            <location filename="../../../gui/controllers/transcript_controller.py" />
            <source>Forget the transcript of another recording</source>
            <translation>清除另一段录音的文字稿</translation>
        </message>
        <message>
            <location filename="../../../gui/controllers/transcript_controller.py" />
            <source>Settings…</source>
            <translation>设置…</translation>
        </message>
        <message>
            <location filename="../../../gui/controllers/transcript_controller.py" />
            <source>Listening…</source>
            <translation>正在听写…</translation>
        </message>
        <message>
            <location filename="../../../gui/controllers/transcript_controller.py" />
            <source>Transcribe the reference</source>
            <translation>听写参考录音</translation>
        </message>
        <message>
            <location filename="../../../gui/controllers/transcript_controller.py" />
            <source>No words were heard in the reference.</source>
            <translation>在参考录音中没有听到话语。</translation>
        </message>
    </context>
    <context>
        <name>TrialCard</name>
        <message>
            <location filename="../../../gui/compare/blind_test_cards.py" />
            <source>Hear {name}</source>
            <translation>听 {name}</translation>
        </message>
        <message>
            <location filename="../../../gui/compare/blind_test_cards.py" />
            <source>X is A</source>
            <translation>X 是 A</translation>
        </message>
        <message>
            <location filename="../../../gui/compare/blind_test_cards.py" />
            <source>X is B</source>
            <translation>X 是 B</translation>
        </message>
        <message>
            <location filename="../../../gui/compare/blind_test_cards.py" />
            <source>1 is better</source>
            <translation>1 更好</translation>
        </message>
        <message>
            <location filename="../../../gui/compare/blind_test_cards.py" />
            <source>2 is better</source>
            <translation>2 更好</translation>
        </message>
        <message>
            <location filename="../../../gui/compare/blind_test_cards.py" />
            <source>Leave the test</source>
            <translation>离开测试</translation>
        </message>
        <message>
            <location filename="../../../gui/compare/blind_test_cards.py" />
            <source>Trial {n} / {total}</source>
            <translation>第 {n} / {total} 轮</translation>
        </message>
        <message>
            <location filename="../../../gui/compare/blind_test_cards.py" />
            <source>Is X the sound A or the sound B?</source>
            <translation>X 是声音 A 还是声音 B？</translation>
        </message>
        <message>
            <location filename="../../../gui/compare/blind_test_cards.py" />
            <source>Which one sounds better?</source>
            <translation>哪一个更好听？</translation>
        </message>
        <message>
            <location filename="../../../gui/compare/blind_test_cards.py" />
            <source>Hear X first</source>
            <translation>请先听 X</translation>
        </message>
        <message>
            <location filename="../../../gui/compare/blind_test_cards.py" />
            <source>Hear both first</source>
            <translation>请先听完两个</translation>
        </message>
        <message>
            <location filename="../../../gui/compare/blind_test_cards.py" />
            <source>Keys: 1 A · 2 B · 3 X · Left: X is A · Right: X is B · Space: pause · Esc: leave</source>
            <translation>按键：1 A · 2 B · 3 X · 左：X 是 A · 右：X 是 B · 空格：暂停 · Esc：离开</translation>
        </message>
        <message>
            <location filename="../../../gui/compare/blind_test_cards.py" />
            <source>Keys: 1 first · 2 second · Left: first is better · Right: second is better · Space: pause · Esc: leave</source>
            <translation>按键：1 第一个 · 2 第二个 · 左：第一个更好 · 右：第二个更好 · 空格：暂停 · Esc：离开</translation>
        </message>
    </context>
    <context>
        <name>TrialTable</name>
        <message>
            <location filename="../../../gui/compare/trial_table.py" />
            <source>Candidates tried</source>
            <translation>已尝试的候选</translation>
        </message>
        <message>
            <location filename="../../../gui/compare/trial_table.py" />
            <source>meets the floor</source>
            <translation>达到下限</translation>
        </message>
        <message>
            <location filename="../../../gui/compare/trial_table.py" />
            <source>nothing as fast is closer</source>
            <translation>没有同样快而更接近的</translation>
        </message>
        <message>
            <location filename="../../../gui/compare/trial_table.py" />
            <source>something as fast is closer</source>
            <translation>有同样快而更接近的</translation>
        </message>
    </context>
    <context>
        <name>UpdatesPage</name>
        <message>
            <location filename="../../../gui/preferences/updates_page.py" />
            <source>Updates</source>
            <translation>更新</translation>
        </message>
        <message>
            <location filename="../../../gui/preferences/updates_page.py" />
            <source>Look for a new version when Ditone starts, at most once a day</source>
            <translation>启动 Ditone 时检查新版本，每天最多一次</translation>
        </message>
        <message>
            <location filename="../../../gui/preferences/updates_page.py" />
            <source>Look now</source>
            <translation>立即检查</translation>
        </message>
        <message>
            <location filename="../../../gui/preferences/updates_page.py" />
            <source>{host} is asked for the number of the newest version. Nothing about you or this machine is sent, nothing is fetched.</source>
            <translation>只向 {host} 询问最新版本号。不发送任何关于您或本机的信息，也不下载任何内容。</translation>
        </message>
        <message>
            <location filename="../../../gui/preferences/updates_page.py" />
            <source>New versions</source>
            <translation>新版本</translation>
        </message>
        <message>
            <location filename="../../../gui/preferences/updates_page.py" />
            <source>Ask {host} for the number of the newest version?</source>
            <translation>向 {host} 询问最新版本号？</translation>
        </message>
        <message>
            <location filename="../../../gui/preferences/updates_page.py" />
            <source>Ditone has not asked anybody so far. The host learns your network address, as with every web page, and nothing else.</source>
            <translation>Ditone 至今没有联系过任何服务器。与打开任何网页一样，对方只会得知您的网络地址，别无其他。</translation>
        </message>
        <message>
            <location filename="../../../gui/preferences/updates_page.py" />
            <source>Looking…</source>
            <translation>正在检查…</translation>
        </message>
        <message>
            <location filename="../../../gui/preferences/updates_page.py" />
            <source>This is the newest version.</source>
            <translation>这是最新版本。</translation>
        </message>
    </context>
    <context>
        <name>UsageStrip</name>
        <message>
            <location filename="../../../gui/panels/usage_strip.py" />
            <source>Show performance, queue and log</source>
            <translation>显示性能、队列和日志</translation>
        </message>
        <message>
            <location filename="../../../gui/panels/usage_strip.py" />
            <source>VRAM {mib} MiB</source>
            <translation>显存 {mib} MiB</translation>
        </message>
        <message>
            <location filename="../../../gui/panels/usage_strip.py" />
            <source>RAM {mib} MiB</source>
            <translation>内存 {mib} MiB</translation>
        </message>
        <message>
            <location filename="../../../gui/panels/usage_strip.py" />
            <source>CPU {percent} %</source>
            <translation>CPU {percent} %</translation>
        </message>
        <message>
            <location filename="../../../gui/panels/usage_strip.py" />
            <source>{count} waiting</source>
            <translation>{count} 个等待</translation>
        </message>
    </context>
    <context>
        <name>VariationRow</name>
        <message>
            <location filename="../../../gui/panels/variation_row.py" />
            <source>Start from noise again</source>
            <translation>重新从噪声开始</translation>
        </message>
        <message>
            <location filename="../../../gui/panels/variation_row.py" />
            <source>{a} and {b}, at {place:.0%}</source>
            <translation>{a} 与 {b},位于 {place:.0%}</translation>
        </message>
        <message>
            <location filename="../../../gui/panels/variation_row.py" />
            <source>none</source>
            <translation>无</translation>
        </message>
    </context>
    <context>
        <name>VariationsController</name>
        <message>
            <location filename="../../../gui/controllers/variations_controller.py" />
            <source>The way leads between two takes: bring one to each lane first.</source>
            <translation>过渡在两个作品之间进行:请先在每个轨道放入一个作品。</translation>
        </message>
        <message>
            <location filename="../../../gui/controllers/variations_controller.py" />
            <source>A and B are takes of different models; there is no way between them.</source>
            <translation>A 和 B 是不同模型的作品,两者之间无法过渡。</translation>
        </message>
        <message>
            <location filename="../../../gui/controllers/variations_controller.py" />
            <source>This take was made with another model; choose that model first.</source>
            <translation>此作品由另一个模型生成,请先选择该模型。</translation>
        </message>
        <message>
            <location filename="../../../gui/controllers/variations_controller.py" />
            <source>{model} has no way to start from a take.</source>
            <translation>{model} 无法从一个作品开始。</translation>
        </message>
    </context>
    <context>
        <name>VariationsDialog</name>
        <message>
            <location filename="../../../gui/panels/variation_dialogs.py" />
            <source>Takes near “{title}”: the same prompt and settings, started from its sound, with new seeds.</source>
            <translation>接近“{title}”的作品:相同的提示词和设置,从它的声音开始,使用新的种子。</translation>
        </message>
        <message>
            <location filename="../../../gui/panels/variation_dialogs.py" />
            <source>Variations</source>
            <translation>变体</translation>
        </message>
        <message>
            <location filename="../../../gui/panels/variation_dialogs.py" />
            <source>How far from the take, noise level</source>
            <translation>与作品的距离,噪声水平</translation>
        </message>
        <message>
            <location filename="../../../gui/panels/variation_dialogs.py" />
            <source>How far from the take</source>
            <translation>与作品的距离</translation>
        </message>
        <message>
            <location filename="../../../gui/panels/variation_dialogs.py" />
            <source>almost the same</source>
            <translation>几乎相同</translation>
        </message>
        <message>
            <location filename="../../../gui/panels/variation_dialogs.py" />
            <source>same idea</source>
            <translation>同一构思</translation>
        </message>
    </context>
    <context>
        <name>VoiceButton</name>
        <message>
            <location filename="../../../gui/panels/voice_button.py" />
            <source>Saved voices</source>
            <translation>已保存的音色</translation>
        </message>
        <message>
            <location filename="../../../gui/panels/voice_button.py" />
            <source>No voice is saved yet</source>
            <translation>还没有保存音色</translation>
        </message>
        <message>
            <location filename="../../../gui/panels/voice_button.py" />
            <source>Rename</source>
            <translation>重命名</translation>
        </message>
        <message>
            <location filename="../../../gui/panels/voice_button.py" />
            <source>Delete</source>
            <translation>删除</translation>
        </message>
        <message>
            <location filename="../../../gui/panels/voice_button.py" />
            <source>New name of the voice</source>
            <translation>音色的新名称</translation>
        </message>
        <message>
            <location filename="../../../gui/panels/voice_button.py" />
            <source>Rename {name}</source>
            <translation>重命名 {name}</translation>
        </message>
        <message>
            <location filename="../../../gui/panels/voice_button.py" />
            <source>Delete the voice {name}? Takes made with it stay, but cannot be made again.</source>
            <translation>删除音色 {name}？用它生成的片段会保留，但无法再次生成。</translation>
        </message>
        <message>
            <location filename="../../../gui/panels/voice_button.py" />
            <source>Delete voice</source>
            <translation>删除音色</translation>
        </message>
    </context>
    <context>
        <name>VoiceFindings</name>
        <message>
            <location filename="../../../gui/panels/voice_findings.py" />
            <source>Trim silence</source>
            <translation>剪掉静音</translation>
        </message>
        <message>
            <location filename="../../../gui/panels/voice_findings.py" />
            <source>Keep the best 30 s</source>
            <translation>保留最好的 30 秒</translation>
        </message>
        <message>
            <location filename="../../../gui/panels/voice_findings.py" />
            <source>Record again</source>
            <translation>重新录音</translation>
        </message>
    </context>
    <context>
        <name>VoiceRecorder</name>
        <message>
            <location filename="../../../gui/panels/voice_recorder.py" />
            <source>Record a voice</source>
            <translation>录制音色</translation>
        </message>
        <message>
            <location filename="../../../gui/panels/voice_recorder.py" />
            <source>Microphone</source>
            <translation>麦克风</translation>
        </message>
        <message>
            <location filename="../../../gui/panels/voice_recorder.py" />
            <source>Look for microphones again</source>
            <translation>重新查找麦克风</translation>
        </message>
        <message>
            <location filename="../../../gui/panels/voice_recorder.py" />
            <source>Read two or three sentences aloud, in the tone you want to hear, with short pauses. 3 to 15 s are best.</source>
            <translation>请用您想听到的语气朗读两三句话，中间稍作停顿。3 到 15 秒最佳。</translation>
        </message>
        <message>
            <location filename="../../../gui/panels/voice_recorder.py" />
            <source>Opening the input device…</source>
            <translation>正在打开输入设备…</translation>
        </message>
        <message>
            <location filename="../../../gui/panels/voice_recorder.py" />
            <source>Countdown, then recorded seconds</source>
            <translation>倒计时，然后是已录秒数</translation>
        </message>
        <message>
            <location filename="../../../gui/panels/voice_recorder.py" />
            <source>Input level in dBFS</source>
            <translation>输入电平（dBFS）</translation>
        </message>
        <message>
            <location filename="../../../gui/panels/voice_recorder.py" />
            <source>Record</source>
            <translation>录音</translation>
        </message>
        <message>
            <location filename="../../../gui/panels/voice_recorder.py" />
            <source>Stop</source>
            <translation>停止</translation>
        </message>
        <message>
            <location filename="../../../gui/panels/voice_recorder.py" />
            <source>Record again</source>
            <translation>重新录音</translation>
        </message>
        <message>
            <location filename="../../../gui/panels/voice_recorder.py" />
            <source>Use this recording</source>
            <translation>使用此录音</translation>
        </message>
        <message>
            <location filename="../../../gui/panels/voice_recorder.py" />
            <source>Cancel</source>
            <translation>取消</translation>
        </message>
        <message>
            <location filename="../../../gui/panels/voice_recorder.py" />
            <source>Input: {name}</source>
            <translation>输入：{name}</translation>
        </message>
        <message>
            <location filename="../../../gui/panels/voice_recorder.py" />
            <source>System default</source>
            <translation>系统默认</translation>
        </message>
        <message>
            <location filename="../../../gui/panels/voice_recorder.py" />
            <source>The input device has gone. Connect it again, or choose another one.</source>
            <translation>输入设备已断开。请重新连接，或选择另一个。</translation>
        </message>
        <message>
            <location filename="../../../gui/panels/voice_recorder.py" />
            <source>The machine was too busy and lost some samples; record again.</source>
            <translation>机器过于繁忙，丢失了一些采样；请重新录音。</translation>
        </message>
        <message>
            <location filename="../../../gui/panels/voice_recorder.py" />
            <source>The recording is good.</source>
            <translation>录音良好。</translation>
        </message>
    </context>
    <context>
        <name>VoiceRow</name>
        <message>
            <location filename="../../../gui/panels/voice_row.py" />
            <source>Record a voice, or trim this recording</source>
            <translation>录制声音，或修剪这段录音</translation>
        </message>
        <message>
            <location filename="../../../gui/panels/voice_row.py" />
            <source>{title}: tick "{words}" first.</source>
            <translation>{title}：请先勾选“{words}”。</translation>
        </message>
    </context>
    <context>
        <name>VoiceTrim</name>
        <message>
            <location filename="../../../gui/panels/voice_trim.py" />
            <source>Waveform of the recording; drag to select a part</source>
            <translation>录音的波形；拖动可选择一段</translation>
        </message>
        <message>
            <location filename="../../../gui/panels/voice_trim.py" />
            <source>Listen</source>
            <translation>试听</translation>
        </message>
        <message>
            <location filename="../../../gui/panels/voice_trim.py" />
            <source>Keep selection</source>
            <translation>保留所选部分</translation>
        </message>
        <message>
            <location filename="../../../gui/panels/voice_trim.py" />
            <source>Pause</source>
            <translation>暂停</translation>
        </message>
    </context>
    <context>
        <name>WeightsConversion</name>
        <message>
            <location filename="../../../gui/controllers/weights_conversion.py" />
            <source>Write the weights in {folder} again as safetensors? The copies need about {size:.1f} GB beside the files they are of. They open faster and are read in their place; nothing is deleted.</source>
            <translation>把 {folder} 中的权重另存为 safetensors？副本放在原文件旁边，约需 {size:.1f} GB。副本打开更快，并会代替原文件读取；不会删除任何内容。</translation>
        </message>
        <message>
            <location filename="../../../gui/controllers/weights_conversion.py" />
            <source>Convert to safetensors</source>
            <translation>转换为 safetensors</translation>
        </message>
        <message>
            <location filename="../../../gui/controllers/weights_conversion.py" />
            <source>Written: {names}. They are read the next time this model is loaded.</source>
            <translation>已写入：{names}。下次载入此模型时读取。</translation>
        </message>
        <message>
            <location filename="../../../gui/controllers/weights_conversion.py" />
            <source>The conversion was stopped.</source>
            <translation>转换已停止。</translation>
        </message>
        <message>
            <location filename="../../../gui/controllers/weights_conversion.py" />
            <source>The conversion failed: {error}</source>
            <translation>转换失败：{error}</translation>
        </message>
    </context>
    <context>
        <name>WelcomeCard</name>
        <message>
            <location filename="../../../gui/panels/welcome_card.py" />
            <source>No model is loaded</source>
            <translation>没有载入模型</translation>
        </message>
        <message>
            <location filename="../../../gui/panels/welcome_card.py" />
            <source>Choose the folder of a model as the hub serves it, or drop it anywhere on this window.</source>
            <translation>选择从模型站下载的模型文件夹，或把它拖到窗口的任意位置。</translation>
        </message>
        <message>
            <location filename="../../../gui/panels/welcome_card.py" />
            <source>Choose a model folder…</source>
            <translation>选择模型文件夹…</translation>
        </message>
        <message>
            <location filename="../../../gui/panels/welcome_card.py" />
            <source>Get models…</source>
            <translation>获取模型…</translation>
        </message>
        <message>
            <location filename="../../../gui/panels/welcome_card.py" />
            <source>Use the built-in model</source>
            <translation>使用内置模型</translation>
        </message>
    </context>
</TS>
