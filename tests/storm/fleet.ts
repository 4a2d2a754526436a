import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { choosePort } from '../../src/processes/ports.ts';
import { programFile } from '../support/program.ts';

/** What a process of the storm does. */
type Engine = 'serve' | 'work' | 'watch';

/** Two of each, so that one can be killed while the other runs. */
const CREW: readonly Engine[] = ['serve', 'serve', 'work', 'work', 'watch', 'watch'];
const HOST = '127.0.0.1';
/** The rest before a process that did not come up is started again, as a supervisor would do. */
const RESTART_MS = 200;

/** One place in the crew, which a new process takes whenever one died. */
interface Post {
  readonly engine: Engine;
  readonly env: Readonly<Record<string, string>>;
  child: ChildProcess | undefined;
  ready: Promise<void>;
}

/** Six processes that are started again whenever they end. */
export interface Fleet extends AsyncDisposable {
  readonly size: number;
  /** Where the APIs answer, while they do. */
  readonly apiUrls: readonly string[];
  /** Kills the process at a place as the kernel would, and starts another in its stead at once. */
  kill(index: number): void;
  /** Resolves once every place is taken by a process that said it is ready. */
  awaitReady(): Promise<void>;
  /** How often a process ended without being killed by us, and what the last of them said. */
  readonly deaths: string[];
}

/** Starts the crew with these settings. */
export async function startFleet(settings: Readonly<Record<string, string>>): Promise<Fleet> {
  const folder = await mkdtemp(join(tmpdir(), 'florin-storm-'));
  const ended = { is: false };
  const deaths: string[] = [];
  const apiUrls: string[] = [];
  const posts: Post[] = [];
  for (const engine of CREW) {
    const port = () => choosePort(HOST, 0, 'PORT');
    const [api, auth, pay] = [await port(), await port(), await port()];
    if (engine === 'serve') apiUrls.push(`http://${HOST}:${api}`);
    const { PATH = '', HOME = '' } = process.env;
    const env = {
      ...{ PATH, HOME, NO_COLOR: '1', HOST, FLORIN_HOME: join(folder, `${posts.length}`) },
      ...{ API_PORT: `${api}`, AUTH_PORT: `${auth}`, PAY_PORT: `${pay}`, ...settings },
    };
    posts.push({ engine, env, child: undefined, ready: Promise.resolve() });
  }
  const man = (post: Post) => {
    post.ready = keepUp(post, { ended, deaths });
  };
  for (const post of posts) man(post);
  return {
    size: posts.length,
    apiUrls,
    deaths,
    kill: (index) => {
      const post = posts[index];
      const child = post?.child;
      if (post === undefined || child === undefined) return;
      post.child = undefined;
      child.kill('SIGKILL');
      man(post);
    },
    awaitReady: async () => void (await Promise.all(posts.map(({ ready }) => ready))),
    [Symbol.asyncDispose]: async () => {
      ended.is = true;
      await Promise.all(posts.map(({ child }) => endOf(child)));
      await rm(folder, { recursive: true, force: true });
    },
  };
}

interface Watch {
  readonly ended: { readonly is: boolean };
  readonly deaths: string[];
}

/** Starts the process of a place until one is ready, and again when that one ends by itself. */
async function keepUp(post: Post, watch: Watch): Promise<void> {
  while (!watch.ended.is) {
    const child = spawn(process.execPath, [programFile(), post.engine], {
      env: { ...post.env },
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    });
    post.child = child;
    const printed: Buffer[] = [];
    child.stderr?.on('data', (chunk: Buffer) => printed.push(chunk));
    const closed = new Promise<false>((resolve) => child.once('close', () => resolve(false)));
    const ready = new Promise<true>((resolve) => child.once('message', () => resolve(true)));
    const isUp = await Promise.race([ready, closed]);
    // Killed by us: the caller has replaced it already.
    if (post.child !== child) return;
    if (isUp) {
      void closed.then(() => {
        if (post.child !== child || watch.ended.is) return;
        watch.deaths.push(`${post.engine}: ${Buffer.concat(printed).toString().slice(-500)}`);
        post.ready = keepUp(post, watch);
      });
      return;
    }
    watch.deaths.push(
      `${post.engine} did not start: ${Buffer.concat(printed).toString().slice(-500)}`,
    );
    await wait(RESTART_MS);
    // Killed while it rested: its place is taken, and a second process there would be nobody's.
    if (post.child !== child) return;
  }
}

async function endOf(child: ChildProcess | undefined): Promise<void> {
  if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
  const closed = new Promise<void>((resolve) => child.once('close', () => resolve()));
  child.kill('SIGTERM');
  await closed;
}
