"""Where the package `ditone` lives in this tree: its own few files in packaging/source, its floors in the folders at the top."""

from setuptools import find_namespace_packages, setup

FLOORS = ("runtime", "models", "gui", "assets")
inner = find_namespace_packages(include=[pattern for floor in FLOORS for pattern in (floor, floor + ".*")])
setup(
    packages=["ditone", *("ditone." + name for name in inner)],
    package_dir={"ditone": "packaging/source/ditone", **{"ditone." + floor: floor for floor in FLOORS}},
)
