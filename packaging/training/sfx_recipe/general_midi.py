"""General MIDI programs, kits and percussion keys in everyday words (the order is that of the standard)."""

_FAMILIES = """
acoustic grand piano/piano note, bright piano/piano, electric grand piano, honky tonk piano, electric piano/rhodes piano, electric piano/digital piano, harpsichord, clavinet/clavi;
celesta, glockenspiel, music box, vibraphone, marimba, xylophone, tubular bells/chimes, dulcimer;
drawbar organ/organ, percussive organ/organ, rock organ/organ, church organ/pipe organ, reed organ/organ, accordion, harmonica, bandoneon/tango accordion;
nylon guitar/acoustic guitar/classical guitar, steel guitar/acoustic guitar, jazz guitar/electric guitar, clean electric guitar/electric guitar, muted guitar/palm muted guitar, overdriven guitar/rock guitar, distorted guitar/distortion guitar/metal guitar, guitar harmonics;
acoustic bass/upright bass/double bass, fingered bass/electric bass/bass guitar, picked bass/bass guitar, fretless bass, slap bass/funk bass, slap bass/pop bass, synth bass, synth bass/electronic bass;
violin, viola, cello, contrabass/double bass, tremolo strings, pizzicato strings/pizzicato, harp/orchestral harp, timpani/kettle drum;
string ensemble/strings/orchestra strings, slow strings/string pad, synth strings, synth strings, choir/choir aahs/voices singing ah, voice oohs/voice/singing ooh, synth voice/synth choir, orchestra hit/orchestral stab;
trumpet, trombone, tuba, muted trumpet, french horn/horn, brass section/brass, synth brass, synth brass;
soprano saxophone/saxophone, alto saxophone/saxophone, tenor saxophone/saxophone, baritone saxophone/saxophone, oboe, english horn, bassoon, clarinet;
piccolo, flute, recorder/wooden flute, pan flute/panpipes, blown bottle/bottle blow, shakuhachi/bamboo flute, whistle/whistling, ocarina;
square lead/square synth, saw lead/sawtooth synth, calliope lead/calliope, chiff lead/synth lead, charang lead/synth lead, voice lead/synth lead, fifths lead/synth lead, bass lead/synth lead;
new age pad/synth pad, warm pad/synth pad, polysynth pad/polysynth, choir pad/space choir, bowed glass pad/bowed glass, metallic pad/synth pad, halo pad/synth pad, sweep pad/synth pad;
ice rain/crystal synth, soundtrack pad/cinematic pad, crystal/crystal bells, atmosphere/ambient synth, brightness/bright synth, goblins/eerie synth, echo drops/echo synth, sci-fi/space synth/star theme;
sitar, banjo, shamisen, koto, kalimba/thumb piano, bagpipe/bagpipes, fiddle, shanai/oboe drone;
tinkle bell/small bell, agogo/agogo bell, steel drums/steel drum, woodblock/wood block, taiko drum/taiko, melodic tom/tom drum, synth drum/electronic drum, reverse cymbal/reversed cymbal;
guitar fret noise/string squeak, breath noise/breath, seashore/waves/surf, bird tweet/birds/birdsong, telephone ring/telephone, helicopter/chopper, applause/crowd clapping/audience applause, gunshot/gun shot
"""
PROGRAMS: list[tuple[str, ...]] = [
    tuple(name.strip() for name in entry.split("/"))
    for family in _FAMILIES.strip().split(";")
    for entry in family.replace("\n", "").split(",")
]

KITS = {0: "", 8: "room", 16: "power", 24: "electronic", 25: "808", 32: "jazz", 40: "brush", 48: "orchestral"}

DRUMS: dict[int, tuple[str, ...]] = {
    35: ("kick drum", "acoustic bass drum"),
    36: ("kick drum", "bass drum", "kick"),
    37: ("side stick", "rimshot", "rim click"),
    38: ("snare drum", "snare", "acoustic snare"),
    39: ("hand clap", "clap"),
    40: ("snare drum", "electric snare", "snare"),
    41: ("low floor tom", "tom drum", "floor tom"),
    42: ("closed hi-hat", "hi-hat", "closed hihat"),
    43: ("high floor tom", "tom drum", "floor tom"),
    44: ("pedal hi-hat", "hi-hat pedal"),
    45: ("low tom", "tom drum"),
    46: ("open hi-hat", "open hihat"),
    47: ("mid tom", "tom drum"),
    48: ("mid tom", "tom drum"),
    49: ("crash cymbal", "cymbal crash", "cymbal"),
    50: ("high tom", "tom drum"),
    51: ("ride cymbal", "cymbal"),
    52: ("chinese cymbal", "china cymbal"),
    53: ("ride bell", "cymbal bell"),
    54: ("tambourine",),
    55: ("splash cymbal", "cymbal splash"),
    56: ("cowbell", "cow bell"),
    57: ("crash cymbal", "cymbal crash"),
    58: ("vibraslap",),
    59: ("ride cymbal", "cymbal"),
    60: ("high bongo", "bongo drum"),
    61: ("low bongo", "bongo drum"),
    62: ("muted conga", "conga drum"),
    63: ("open conga", "conga drum"),
    64: ("low conga", "conga drum"),
    65: ("high timbale", "timbale"),
    66: ("low timbale", "timbale"),
    67: ("high agogo", "agogo bell"),
    68: ("low agogo", "agogo bell"),
    69: ("cabasa", "shaker"),
    70: ("maracas", "maraca", "shaker"),
    71: ("short whistle", "referee whistle"),
    72: ("long whistle", "referee whistle"),
    73: ("short guiro", "guiro"),
    74: ("long guiro", "guiro"),
    75: ("claves", "wood sticks"),
    76: ("high wood block", "wood block"),
    77: ("low wood block", "wood block"),
    78: ("muted cuica", "cuica"),
    79: ("open cuica", "cuica"),
    80: ("muted triangle", "triangle"),
    81: ("open triangle", "triangle"),
}
