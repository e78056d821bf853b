#!/bin/bash
# A batch on four nodes of a Slurm cluster:  sbatch packaging/cluster/slurm.sh PLAN OUT
# PLAN, OUT and the environment with "ditone[cluster]" lie on a disk that all nodes share. The same line goes on with what is missing.
#SBATCH --job-name=ditone-batch
#SBATCH --nodes=4
#SBATCH --ntasks-per-node=1
#SBATCH --exclusive
# with GPUs:  #SBATCH --gpus-per-node=4
set -euo pipefail
plan=${1:?a plan is missing} out=${2:?an output folder is missing}
first=$(scontrol show hostnames "$SLURM_JOB_NODELIST" | head -n 1)
address=$(srun --nodes=1 --ntasks=1 --nodelist="$first" hostname --ip-address | cut -d ' ' -f 1)
# starts Ray on every node, the batch on the first one, and ends Ray with it
srun --nodes="$SLURM_JOB_NUM_NODES" --ntasks="$SLURM_JOB_NUM_NODES" \
    ray symmetric-run --address "$address:6379" --min-nodes "$SLURM_JOB_NUM_NODES" -- \
    ditone batch "$plan" --out "$out" --cluster auto
