#!/bin/sh
# A Slurm cluster of this machine alone, for a test: munge, a controller and a node with 2 CPUs on loopback. Needs root.
#   cluster.sh start FOLDER    prints nothing; then SLURM_CONF=FOLDER/slurm.conf
#   cluster.sh stop FOLDER
set -eu
folder=$2
end() {
    [ -f "$1" ] || return 0
    kill "$(cat "$1")" 2>/dev/null || true
    rm -f "$1"
}
stop() {
    for daemon in slurmd slurmctld munged; do end "$folder/$daemon.pid"; done
}
[ "$1" = start ] || { stop; exit 0; }
host=$(hostname -s)
mkdir -p "$folder/state" "$folder/spool"
chmod 755 "$folder"
head -c 1024 /dev/urandom > "$folder/munge.key"
chmod 600 "$folder/munge.key"
cat > "$folder/slurm.conf" <<CONF
ClusterName=petteia
SlurmctldHost=$host(127.0.0.1)
SlurmUser=root
AuthType=auth/munge
AuthInfo=socket=$folder/munge.socket
CryptoType=crypto/munge
SlurmctldPort=16817
SlurmdPort=16818
SlurmctldPidFile=$folder/slurmctld.pid
SlurmdPidFile=$folder/slurmd.pid
SlurmctldLogFile=$folder/slurmctld.log
SlurmdLogFile=$folder/slurmd.log
StateSaveLocation=$folder/state
SlurmdSpoolDir=$folder/spool
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
JobAcctGatherType=jobacct_gather/none
SwitchType=switch/none
MpiDefault=none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
ReturnToService=2
SchedulerParameters=batch_sched_delay=0,sched_interval=1
MinJobAge=300
KillWait=2
NodeName=$host NodeAddr=127.0.0.1 CPUs=2 State=UNKNOWN
PartitionName=main Nodes=$host Default=YES MaxTime=INFINITE State=UP OverSubscribe=FORCE:1
CONF
munged --force --key-file="$folder/munge.key" --socket="$folder/munge.socket" --pid-file="$folder/munged.pid" \
    --log-file="$folder/munged.log" --seed-file="$folder/munge.seed"
slurmctld -f "$folder/slurm.conf"
slurmd -f "$folder/slurm.conf"
