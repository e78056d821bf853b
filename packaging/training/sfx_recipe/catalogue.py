"""The procedural classes: names, default noun phrases, generators; and one finished clip from a seed."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from . import sounds_animals as animals
from . import sounds_designed as designed
from . import sounds_heard as heard
from . import sounds_home as home
from . import sounds_judged as judged
from . import sounds_music as music
from . import sounds_nature as nature
from . import sounds_objects as objects
from . import sounds_people as people
from . import sounds_traffic as traffic
from .draw import Draw
from .synth import SAMPLE_RATE_HZ, Audio, highpass, lowpass, reverberate, samples

LONGEST_S = 6.0


@dataclass(frozen=True)
class SoundClass:
    """One class: its nouns, its generator, and whether a random excerpt still is the same sound."""

    name: str
    nouns: Sequence[str]
    make: Callable[[Draw], Audio]
    texture: bool = False


@dataclass(frozen=True)
class Clip:
    """A finished clip and what describes it."""

    class_name: str
    audio: np.ndarray  # (samples,) float32, peak 0.64 to 0.9
    texture: bool
    description: dict[str, list]  # nouns, traits, adjectives, tails


_TABLE = (
    SoundClass("laser", ("laser", "laser shot", "laser gun", "laser blast", "ray gun", "zap", "sci-fi blaster"), designed.laser),
    SoundClass("coin", ("coin", "coin pickup", "coin collect", "game coin", "collecting a coin"), designed.coin),
    SoundClass("jump", ("jump", "jump sound", "game jump", "character jumping", "hop"), designed.jump),
    SoundClass("power_up", ("power-up", "power up", "level up", "game bonus", "upgrade sound"), designed.power_up),
    SoundClass("explosion", ("explosion", "blast", "bomb explosion", "big boom", "detonation"), heard.explosion),
    SoundClass("ui_click", ("UI click", "button click", "click", "interface click", "menu click"), designed.ui_click),
    SoundClass("beep", ("beep", "electronic beep", "computer beep", "beeping tone"), designed.beep),
    SoundClass(
        "notification_chime",
        ("notification chime", "notification", "message alert", "chime", "notification sound"),
        designed.notification_chime,
    ),
    SoundClass("error_buzz", ("error buzz", "error sound", "wrong answer buzzer", "failure buzz", "error"), designed.error_buzz),
    SoundClass("whoosh", ("whoosh", "swoosh", "swish", "fast pass by", "air whoosh"), heard.whoosh),
    SoundClass("impact", ("impact", "thud", "punch", "body hit", "heavy thump"), heard.impact),
    SoundClass("wind", ("wind", "wind blowing", "breeze", "windy weather", "gusts of wind"), heard.wind, True),
    SoundClass("rain", ("rain", "rainfall", "rain shower"), heard.rain, True),
    SoundClass(
        "ocean_wave", ("ocean waves", "sea waves", "wave crashing", "surf", "waves on the beach", "ocean"), nature.ocean_wave
    ),
    SoundClass("fire", ("fire", "campfire", "crackling fire"), heard.fire, True),
    SoundClass("thunder", ("thunder", "thunderclap", "thunderstorm", "rumble of thunder"), heard.thunder),
    SoundClass("water_drip", ("water drip", "water drop", "dripping water"), judged.water_drip),
    SoundClass("bubbles", ("bubbles", "bubbling water", "boiling water", "underwater bubbles", "bubbling"), heard.bubbles, True),
    SoundClass("footsteps", ("footsteps", "steps", "walking"), judged.footsteps),
    SoundClass("door_knock", ("door knock", "knock on a door", "knocking", "knocking on wood", "knock knock"), judged.door_knock),
    SoundClass(
        "glass_break", ("glass breaking", "glass break", "shattering glass", "broken glass", "window smash"), objects.glass_break
    ),
    SoundClass("metal_clang", ("metal clang", "clang", "metallic hit"), objects.metal_clang),
    SoundClass("engine", ("engine", "car engine", "motor"), objects.engine, True),
    SoundClass("siren", ("siren", "police siren", "ambulance"), objects.siren),
    SoundClass("alarm", ("alarm", "alarm clock", "fire alarm"), objects.alarm),
    SoundClass("bird_chirp", ("bird chirp", "bird", "bird tweet", "chirping bird", "bird call"), nature.bird_chirp),
    SoundClass(
        "cricket", ("cricket", "crickets chirping", "crickets at night", "insect chirping", "crickets"), nature.cricket, True
    ),
    SoundClass("heartbeat", ("heartbeat", "heart beat", "heart beating", "beating heart", "pulse"), nature.heartbeat),
    SoundClass("clock_tick", ("clock ticking", "ticking clock", "clock tick", "clock", "tick tock"), heard.clock_tick),
    SoundClass("bell", ("bell", "bell ring", "bell toll"), music.bell),
    SoundClass("kick", ("kick drum", "kick", "bass drum", "electronic kick"), music.kick),
    SoundClass("snare", ("snare drum", "snare", "snare hit", "drum snare"), heard.snare),
    SoundClass("hi_hat", ("hi-hat", "hi hat", "hihat"), heard.hi_hat),
    SoundClass("clap", ("clap", "hand clap", "handclap", "clapping hands"), heard.clap),
    SoundClass("string_pluck", ("string pluck", "plucked string", "guitar pluck"), music.string_pluck),
    SoundClass("gunshot", ("gunshot", "gun shot", "shooting"), designed.gunshot),
    SoundClass("telephone", ("telephone", "phone ringing", "telephone ring"), objects.telephone),
    # the sounds that people ask for on the first day
    SoundClass("dog", ("dog", "dog bark", "dog barking", "barking", "bark"), animals.dog),
    SoundClass("cat", ("cat", "cat meow", "meow"), animals.cat),
    SoundClass("cow", ("cow", "cow moo", "moo", "cow mooing", "cattle"), animals.cow),
    SoundClass("sheep", ("sheep", "sheep bleating", "bleating", "lamb"), animals.sheep),
    SoundClass("duck", ("duck", "duck quacking", "quack", "ducks"), animals.duck),
    SoundClass("pig", ("pig", "pig oinking", "oink", "pig grunting"), animals.pig),
    SoundClass("rooster", ("rooster", "rooster crowing", "cock crowing", "cock-a-doodle-doo"), animals.rooster),
    SoundClass("frog", ("frog", "frog croak", "frog croaking", "croak", "toad"), animals.frog),
    SoundClass("owl", ("owl", "owl hoot", "owl hooting", "hoot"), animals.owl),
    SoundClass("crow", ("crow", "crow cawing", "caw", "raven"), animals.crow),
    SoundClass("horse", ("horse", "horse hooves", "horse trotting"), animals.horse, True),
    SoundClass("lion", ("lion", "lion roar", "roar", "tiger roar", "monster roar", "roaring"), animals.lion),
    SoundClass("bee", ("bee", "insect buzzing", "buzzing insect"), animals.bee, True),
    SoundClass("wings", ("wings flapping", "bird flying away", "flapping wings", "wing flaps"), animals.wings),
    SoundClass("howl", ("wolf howl", "wolf", "howling wolf", "wolf howling", "dog howling"), animals.howl),
    SoundClass("hen", ("chicken", "hen", "chicken clucking", "clucking"), animals.hen),
    SoundClass("snake", ("snake", "snake hiss", "hissing snake", "hiss"), animals.snake),
    SoundClass("baby", ("baby", "baby crying", "crying baby", "infant crying", "baby cry"), people.baby),
    SoundClass("scream", ("scream", "screaming", "shriek"), people.scream),
    SoundClass("laugh", ("laugh", "laughter", "laughing", "person laughing"), people.laugh),
    SoundClass(
        "applause",
        ("applause", "audience applause", "clapping audience", "crowd clapping", "audience clapping"),
        people.applause,
        True,
    ),
    SoundClass("crowd", ("crowd", "many people", "people"), people.crowd, True),
    SoundClass("finger_snap", ("finger snap", "snap", "fingers snapping", "snapping fingers"), people.finger_snap),
    SoundClass("cough", ("cough", "coughing", "man coughing", "sneeze"), people.cough),
    SoundClass("breathing", ("breathing", "snoring", "breath"), judged.breathing),
    SoundClass("whistle", ("whistle", "whistling", "person whistling", "wolf whistle"), people.whistle),
    SoundClass("fart", ("fart", "farting", "whoopee cushion"), people.fart),
    SoundClass("typing", ("typing", "keyboard", "keys typing"), judged.typing, True),
    SoundClass("door_slam", ("door slam", "door", "slamming door"), home.door_slam),
    SoundClass("creak", ("creak", "creaking", "creaky wood"), home.creak),
    SoundClass("zipper", ("zipper", "zip", "zipping up", "jacket zipper", "zipper opening"), home.zipper),
    SoundClass(
        "camera_shutter", ("camera shutter", "camera click", "taking a photo", "camera", "photo snap"), home.camera_shutter
    ),
    SoundClass("vacuum", ("vacuum cleaner", "household machine", "electric motor"), judged.vacuum, True),
    SoundClass("toilet", ("toilet flush", "toilet", "flushing toilet", "flushing a toilet"), home.toilet),
    SoundClass("water_pour", ("running water", "water", "pouring water"), home.water_pour),
    SoundClass("paper", ("paper", "paper rustling", "rustle"), judged.paper),
    SoundClass("cash_register", ("cash register", "cash register ding", "ka-ching", "cha ching", "till"), home.cash_register),
    SoundClass("keys_jingle", ("jingle", "keys", "jingling"), home.keys_jingle),
    SoundClass("doorbell", ("doorbell", "door bell", "ding dong", "doorbell ringing"), judged.doorbell),
    SoundClass("frying", ("sizzle", "frying", "sizzling"), home.frying),
    SoundClass("tool", ("tools", "construction", "workshop"), home.tool),
    SoundClass("boing", ("boing", "pop", "cartoon sound"), home.boing),
    SoundClass("car_horn", ("car horn", "horn", "honk"), traffic.car_horn),
    SoundClass("boat_horn", ("ship horn", "foghorn", "boat horn", "ship"), traffic.boat_horn),
    SoundClass("train", ("train", "railway", "rail"), traffic.train),
    SoundClass("helicopter", ("helicopter", "chopper", "helicopter flying", "helicopter blades"), traffic.helicopter, True),
    SoundClass("aircraft", ("airplane", "plane", "aircraft"), traffic.aircraft),
    SoundClass("two_stroke", ("chainsaw", "motor saw", "small engine"), traffic.two_stroke, True),
    SoundClass("car_pass", ("car passing by", "car", "passing car"), traffic.car_pass),
    SoundClass("waterfall", ("waterfall", "water falling", "rushing water", "big waterfall"), traffic.waterfall, True),
    SoundClass("stream", ("stream", "babbling brook", "creek", "river", "small stream", "brook"), traffic.stream, True),
    SoundClass("fireworks", ("fireworks", "firework", "firecracker"), traffic.fireworks),
    SoundClass("submarine", ("sonar", "submarine", "sonar ping"), traffic.submarine),
)
CLASSES: dict[str, SoundClass] = {c.name: c for c in _TABLE}
# rooms would blur these beyond recognition or are already part of them
_DRY = {
    "wind",
    "ocean_wave",
    "rain",
    "cricket",
    "applause",
    "crowd",
    "waterfall",
    "stream",
    "helicopter",
    "aircraft",
    "thunder",
    "explosion",
}


def finish(audio: Audio, rng: np.random.Generator) -> np.ndarray:
    """Trim the silent end, limit to the longest length, fade out 5 ms, set the peak to 0.64 to 0.9."""
    audio = highpass(audio, 18.0, 1)[: samples(LONGEST_S)]
    loud = np.flatnonzero(np.abs(audio) > 0.0025 * np.abs(audio).max())
    audio = audio[: min(len(audio), (int(loud[-1]) if len(loud) else 0) + samples(0.02))]
    fade = min(len(audio), samples(0.005))
    audio[-fade:] *= np.linspace(1, 0, fade)
    return (audio / (np.abs(audio).max() + 1e-9) * rng.uniform(0.64, 0.9)).astype(np.float32)


def _colour(d: Draw, audio: Audio, dry: bool) -> Audio:
    """Distance, brightness and room, each with the words that name it."""
    u = d.uniform(0, 1)
    if u < 0.09:
        d.traits.append("distant")
        audio = lowpass(audio, d.log(900, 2000), 1)
        audio = reverberate(d.rng, audio, d.uniform(0.6, 1.4), d.uniform(0.9, 1.6), 2500) if not dry else audio
    elif u < 0.14:
        d.traits.append("close")
        audio = audio + 0.35 * highpass(audio, 3000, 1)
    elif u < 0.21:
        d.traits.append("muffled")
        audio = lowpass(audio, d.log(350, 900), 2)
    elif u < 0.27:
        d.traits.append("bright")
        audio = audio + 1.2 * highpass(audio, 3500, 1)
    if not dry and "distant" not in d.traits and d.chance(0.2):
        if d.chance(0.5):
            d.traits.append("room")
            return reverberate(d.rng, audio, d.uniform(0.25, 0.6), d.uniform(0.3, 0.7), 6000)
        d.traits.append("hall")
        return reverberate(d.rng, audio, d.uniform(1.2, 2.4), d.uniform(0.35, 0.8), 4500)
    return audio


def make_clip(class_name: str, seed: tuple[int, ...]) -> Clip:
    """The clip of a class that a seed names; the same seed gives the same samples."""
    entry = CLASSES[class_name]
    d = Draw(np.random.default_rng(seed))
    audio = entry.make(d)
    audio = audio / (np.abs(audio).max() + 1e-9)
    audio = finish(_colour(d, audio, class_name in _DRY), d.rng)
    nouns = list(d.nouns or entry.nouns)
    if d.nouns is not None:  # the class name must always be understood as well
        nouns += list(entry.nouns[:1])
    description = {
        "nouns": nouns,
        "traits": d.traits,
        "adjectives": [list(a) for a in d.adjectives],
        "tails": [list(t) for t in d.tails],
    }
    return Clip(class_name, audio, entry.texture, description)


def clip_seconds(clip: Clip) -> float:
    """Length of a clip in seconds."""
    return len(clip.audio) / SAMPLE_RATE_HZ
