"""Files of a Mini SFX folder and their tensors' names. Ours are saved under the modules' own names: the map is the identity."""

from ditone.runtime.weights.tensor_map import IDENTITY

MODEL_FILE = "model.safetensors"  # dit.*, conditioner.* (without the static word vectors), latent.*
DECODER_FILE = "decoder.safetensors"
WORD_VECTORS_FILE = "words.safetensors"  # static int8 (words, 64), scale float16 (words,)
WORDS_FILE = "words.txt"  # one word a line, trained words first
CONFIG_FILE = "config.json"
DIT_PREFIX, CONDITIONER_PREFIX, LATENT_PREFIX = "dit.", "conditioner.", "latent."
TENSOR_MAP = IDENTITY
