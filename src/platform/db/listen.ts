import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { openBackOff } from '#kit/back-off.ts';
import type { Log } from '../log.ts';

/** The pause before connecting again. */
const REST = { firstMs: 250, mostMs: 10_000 };
const CONNECT_TIMEOUT_MS = 10_000;

/** Names become part of a statement, so only these characters are allowed. */
const CHANNEL = /^[a-z][a-z0-9_]{0,62}$/;

/** Calls listeners when PostgreSQL notifies their channel. */
export interface Listening {
  /**
   * Calls the listener at each notification of a channel with its text, and with none where some
   * may have been missed. Returns how to stop that.
   */
  wake(channel: string, listener: (text: string) => void): () => void;
  /** Resolves once the connection is open and listens to all channels added so far. */
  ready(): Promise<void>;
  close(): Promise<void>;
}

/**
 * Keeps one listening connection, and opens a new one whenever it is lost. As notifications may
 * have been missed in between, every listener is called after each new connection; a notification is a
 * reason to query, and carries no data.
 */
export function listen(url: string, options: { readonly log: Log }): Listening {
  const listeners = new Map<string, Set<(text: string) => void>>();
  const closing = new AbortController();
  let client: pg.Client | undefined;
  let resolveReady: () => void = () => undefined;
  const ready = new Promise<void>((resolve) => {
    resolveReady = resolve;
  });

  // One statement after another: the driver takes the next only once the last is answered.
  let asked: Promise<unknown> = Promise.resolve();
  const listenTo = (own: pg.Client, channel: string) => {
    asked = asked.catch(() => undefined).then(() => own.query(`listen ${channel}`));
    return asked;
  };

  const session = async (own: pg.Client) => {
    const ended = new Promise<void>((resolve) => own.once('end', () => resolve()));
    own.on('error', (error) =>
      options.log.warn({ err: error }, 'the listening connection was lost'),
    );
    own.on('notification', ({ channel, payload = '' }) => call(listeners.get(channel), payload));
    await own.connect();
    client = own;
    if (closing.signal.aborted) return own.end();
    for (const channel of listeners.keys()) await listenTo(own, channel);
    resolveReady();
    for (const group of listeners.values()) call(group, '');
    await ended;
  };

  const run = async () => {
    const backOff = openBackOff(REST);
    while (!closing.signal.aborted) {
      const own = connectionTo(url);
      let restMs: number;
      try {
        await session(own);
        backOff.reset();
        restMs = backOff.next();
      } catch (error) {
        restMs = backOff.next();
        options.log.warn({ err: error, restMs }, 'listening failed; connecting again');
        await own.end().catch(() => undefined);
      }
      client = undefined;
      await wait(restMs, undefined, { signal: closing.signal }).catch(() => undefined);
    }
  };
  const running = run();

  return {
    wake: (channel, listener) => {
      if (!CHANNEL.test(channel)) throw new Error(`${channel} is no name of a channel`);
      const group = listeners.get(channel) ?? new Set();
      group.add(listener);
      if (!listeners.has(channel)) {
        listeners.set(channel, group);
        // Should this fail, so did the connection, and the next one listens to all channels.
        if (client !== undefined) {
          listenTo(client, channel).then(
            () => listener(''),
            () => undefined,
          );
        }
      }
      return () => group.delete(listener);
    },
    ready: () => ready,
    close: async () => {
      closing.abort();
      await client?.end();
      await running;
    },
  };
}

function connectionTo(url: string): pg.Client {
  return new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    application_name: 'florin listening',
    keepAlive: true,
  });
}

function call(group: ReadonlySet<(text: string) => void> | undefined, text: string): void {
  for (const listener of group ?? []) listener(text);
}
