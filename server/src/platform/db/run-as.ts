// Postgres refuses to run as root. This picks the user it runs as: a command prefix and ids for spawn.
import { spawnSync } from 'node:child_process';
import { chownSync, existsSync, lchownSync, readFileSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseUnreachable } from './errors.ts';

export interface RunAs {
  /** For spawn; empty when Postgres runs as ourselves. */
  readonly ids: { readonly uid?: number; readonly gid?: number };
  /** Goes before the program and its arguments. */
  readonly prefix: readonly string[];
  /** Gives files to the user who runs Postgres, folders with all they hold. */
  own(path: string): void;
}

interface Candidate {
  readonly ids: RunAs['ids'];
  readonly prefix: readonly string[];
  readonly owner: { readonly uid: number; readonly gid: number };
}

const asOurselves: RunAs = { ids: {}, prefix: [], own: () => {} };

/** The first candidate that can run `program` and write into `folder`, after being given that folder. */
export function chooseRunAs(program: string, folder: string, cluster: string): RunAs {
  const clusterOwner = existsSync(cluster) ? statSync(cluster) : null;
  const self = process.getuid?.() ?? 0;
  if (self !== 0) {
    if (clusterOwner && clusterOwner.uid !== self) {
      throw new DatabaseUnreachable(
        `The database in ${cluster} belongs to another user (uid ${clusterOwner.uid}); start as that user, or set DATA_DIR to ` +
          'another folder.',
      );
    }
    return asOurselves;
  }
  for (const { ids, prefix, owner } of candidates(clusterOwner)) {
    const own = (path: string) => giveTo(path, owner.uid, owner.gid);
    own(folder);
    const [command, ...args] = [...prefix, '/bin/sh', '-c', '"$0" --version && test -w "$1"', program, folder];
    if (spawnSync(command, args, { ...ids, cwd: '/', stdio: 'ignore' }).status === 0) return { ids, prefix, own };
  }
  throw new DatabaseUnreachable(
    `Postgres does not run as root, and no other user can reach ${folder}; start as an ordinary user, set DATA_DIR to a folder ` +
      'that others may enter, or set DATABASE_URL.',
  );
}

function candidates(clusterOwner: { uid: number; gid: number } | null): Candidate[] {
  const users = [...(clusterOwner && clusterOwner.uid !== 0 ? [clusterOwner] : []), ...serviceUsers()];
  const root = { uid: 0, gid: 0 };
  const plain = users.map(({ uid, gid }) => ({ ids: { uid, gid }, prefix: [], owner: { uid, gid } }));
  // A clone inside a folder that only root may enter (/root, mktemp -d): inside a user namespace root's own files
  // seem to be owned by an ordinary user.
  const namespace = { ids: {}, prefix: ['unshare', '--user', '--map-user=1', '--map-group=1', '--'], owner: root };
  // Containers often forbid namespaces but let root pass on its right to walk through folders.
  const walker = users.slice(0, 1).map(({ uid, gid }) => ({
    ids: {},
    prefix: [
      'setpriv',
      `--reuid=${uid}`,
      `--regid=${gid}`,
      '--clear-groups',
      '--inh-caps=+dac_override',
      '--ambient-caps=+dac_override',
      '--',
    ],
    owner: { uid, gid },
  }));
  return [...plain, namespace, ...walker];
}

function serviceUsers(): { uid: number; gid: number }[] {
  const rows = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'));
  return ['postgres', '_postgres', 'nobody'].flatMap((name) => {
    const row = rows.find(([user]) => user === name);
    const [uid, gid] = [Number(row?.[2]), Number(row?.[3])];
    return uid > 0 && gid > 0 ? [{ uid, gid }] : [];
  });
}

function giveTo(path: string, uid: number, gid: number): void {
  const stat = statSync(path);
  if (stat.uid === uid && stat.gid === gid) return;
  if (stat.isDirectory()) {
    for (const entry of readdirSync(path, { recursive: true, encoding: 'utf8' })) lchownSync(join(path, entry), uid, gid);
  }
  chownSync(path, uid, gid); // last: an interrupted change of hands starts again
}
