import pytest
import torch

from ditone.runtime.sampling.path import NOISE_AT_ONE, NOISE_AT_ZERO, Path


@pytest.mark.parametrize("path", [NOISE_AT_ONE, NOISE_AT_ZERO])
def test_clean_estimate_of_the_true_velocity_is_the_data(path: Path) -> None:
    """x_t = (1 - level) data + level noise moves with dx/dt; from any point on it the data can be read off."""
    generator = torch.Generator().manual_seed(0)
    data, noise = torch.randn(2, 1, 4, 3, generator=generator)
    velocity = noise - data if path is NOISE_AT_ONE else data - noise
    for value in (0.0, 0.2, 0.7, 1.0):
        t = torch.tensor([value], dtype=torch.float64)
        x = path.mix(data, noise, t)
        torch.testing.assert_close(path.clean(x, t, velocity), data, atol=1e-6, rtol=1e-6)


def test_noise_stands_where_the_path_says() -> None:
    data, noise = torch.zeros(1, 1, 1), torch.ones(1, 1, 1)
    t = torch.tensor([1.0])
    assert float(NOISE_AT_ONE.mix(data, noise, t)) == 1.0
    assert float(NOISE_AT_ZERO.mix(data, noise, t)) == 0.0


def test_times_of_a_batch_apply_to_their_items() -> None:
    data, noise = torch.zeros(2, 3, 1), torch.ones(2, 3, 1)
    mixed = NOISE_AT_ONE.mix(data, noise, torch.tensor([0.25, 0.75]))
    assert mixed[:, 0, 0].tolist() == [0.25, 0.75]
