import { type ChildProcess, fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { z } from 'zod';
import { ensurePeers } from './ensure-peers.ts';
import { ensureRedis } from './ensure-redis.ts';

/** Far more than a pass takes, so that one that hangs ends the benchmark. */
const ANSWER_TIMEOUT_MS = 300_000;

const Done = z.object({
  done: z.object({ seconds: z.number(), bad: z.number(), p50Ms: z.number(), p99Ms: z.number() }),
});

/** What a receiver counted until it had all it waited for. */
type Counted = z.infer<typeof Done>['done'];

/** The receiver of all contestants, in a process of its own. */
export interface BenchReceiver extends AsyncDisposable {
  readonly url: string;
  /** Drops what came before; returns how to wait until so many have come. */
  expect(count: number, secret: string): Promise<() => Promise<Counted>>;
}

/** Florin or a peer, in a process of its own. */
export interface Sender extends AsyncDisposable {
  readonly secret: string;
  enqueue(parts: EnqueueParts): Promise<void>;
  start(): Promise<void>;
  /** Enqueues one by one while it delivers. */
  trickle(count: number, perSecond: number): Promise<void>;
  stop(): Promise<void>;
}

interface EnqueueParts {
  readonly count: number;
  readonly toDead?: boolean;
  readonly fannedOut?: boolean;
}

/** Starts the receiver. */
export async function openBenchReceiver(): Promise<BenchReceiver> {
  const child = startChild('./servers/webhooks-receiver.ts', []);
  const { port } = z.object({ port: z.number() }).parse(await child.answer());
  return {
    url: `http://127.0.0.1:${port}`,
    expect: async (count, secret) => {
      await child.submit({ expect: count, secret });
      const counted = child.answer();
      // It is awaited later; until then a failure is that of the wait for the sender.
      counted.catch(() => undefined);
      return async () => Done.parse(await counted).done;
    },
    [Symbol.asyncDispose]: child.end,
  };
}

/** Starts Florin's sending of webhooks on a migrated database. */
export async function openFlorinSender(databaseUrl: string, receiverUrl: string): Promise<Sender> {
  return await openSender('./servers/webhooks-florin.ts', [databaseUrl, receiverUrl]);
}

/** Starts graphile-worker on a database of its own on the same server. */
export async function openGraphileSender(serverUrl: string, receiverUrl: string): Promise<Sender> {
  await ensurePeers();
  const url = new URL(serverUrl);
  const client = new pg.Client({ connectionString: serverUrl });
  await client.connect();
  await client.query('create database graphile').finally(() => client.end());
  url.pathname = '/graphile';
  return await openSender('./peers/deliver-with-graphile.js', [url.href, receiverUrl]);
}

/** Starts BullMQ on a Redis of its own; none where this machine has no Redis and cannot get one. */
export async function openBullmqSender(receiverUrl: string): Promise<Sender | undefined> {
  const program = await ensureRedis();
  if (program === undefined) return undefined;
  await ensurePeers();
  const folder = await mkdtemp(join(tmpdir(), 'florin-redis-'));
  const socket = join(folder, 'redis.sock');
  const flags = ['--port', '0', '--unixsocket', socket, '--dir', folder, '--save', ''];
  const redis = spawn(program.command, [...flags, '--appendonly', 'yes'], {
    stdio: 'ignore',
    env: { ...process.env, ...program.env },
  });
  const ended = once(redis, 'exit');
  const endRedis = async () => {
    redis.kill('SIGTERM');
    await ended;
    await rm(folder, { recursive: true, force: true });
  };
  try {
    await awaitSocket(socket);
    const sender = await openSender('./peers/deliver-with-bullmq.js', [socket, receiverUrl]);
    return {
      ...sender,
      [Symbol.asyncDispose]: async () => {
        await sender[Symbol.asyncDispose]();
        await endRedis();
      },
    };
  } catch (error) {
    await endRedis();
    throw error;
  }
}

/** Redis needs some milliseconds to listen. */
async function awaitSocket(path: string): Promise<void> {
  for (let tries = 0; tries < 100; tries += 1) {
    const socket = connect(path);
    const [listens] = await Promise.race([
      once(socket, 'connect').then(() => [true]),
      once(socket, 'close').then(() => [false]),
    ]).catch(() => [false]);
    socket.destroy();
    if (listens === true) return;
    await wait(50);
  }
  throw new Error('Redis did not start');
}

async function openSender(path: string, argv: readonly string[]): Promise<Sender> {
  const child = startChild(path, argv);
  const { secret } = z.object({ secret: z.string() }).parse(await child.answer());
  return {
    secret,
    enqueue: ({ count, toDead = false, fannedOut = false }) =>
      child.submit({ do: 'enqueue', count, toDead, fannedOut }).then(() => undefined),
    start: () => child.submit({ do: 'start' }).then(() => undefined),
    trickle: (count, perSecond) =>
      child.submit({ do: 'trickle', count, perSecond }).then(() => undefined),
    stop: () => child.submit({ do: 'stop' }).then(() => undefined),
    [Symbol.asyncDispose]: child.end,
  };
}

/** A process of this benchmark that answers one message at a time, and ends with it. */
export function startChild(path: string, argv: readonly string[], env: NodeJS.ProcessEnv = {}) {
  const file = fileURLToPath(new URL(path, import.meta.url));
  const child: ChildProcess = fork(file, argv, {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    env: { ...process.env, ...env },
  });
  const ended = once(child, 'exit');
  const answer = async (): Promise<unknown> => {
    const signal = AbortSignal.timeout(ANSWER_TIMEOUT_MS);
    const broken = ended.then(() => Promise.reject(new Error(`${path} ended too soon`)));
    const [message] = await Promise.race([once(child, 'message', { signal }), broken]);
    return message;
  };
  return {
    pid: child.pid ?? 0,
    answer,
    submit: (order: object): Promise<unknown> => {
      const answered = answer();
      child.send(order);
      return answered;
    },
    /** Sends a message that nothing answers. */
    send: (order: object): void => {
      child.send(order);
    },
    end: async () => {
      child.kill('SIGTERM');
      await ended;
    },
    /** Ends a process that does not end by itself. */
    kill: async () => {
      child.kill('SIGKILL');
      await ended;
    },
  };
}
