import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { openBackOff } from '#kit/back-off.ts';
import type { Log } from '../log.ts';
import type { Notifier } from './notify.ts';
import { openSender } from './send-notifications.ts';

/** The pause before connecting again. */
const REST = { firstMs: 250, mostMs: 10_000 };
const CONNECT_TIMEOUT_MS = 10_000;
/** A statement that is not answered by then is on a connection that is gone without a word. */
const ANSWER_TIMEOUT_MS = 10_000;
const KEEP_ALIVE_AFTER_MS = 10_000;
/** What closes waits no longer than this for what is still to be sent. */
const CLOSE_TIMEOUT_MS = 2_000;

/** Names become part of a statement, so only these characters are allowed. */
const CHANNEL = /^[a-z][a-z0-9_]{0,62}$/;

/** Calls listeners when PostgreSQL notifies their channel. */
export interface Listening {
  /**
   * Calls the listener at each notification of a channel with its text, and with none where some
   * may have been missed. Returns how to stop that.
   */
  wake(channel: string, listener: (text: string) => void): () => void;
  /** Calls the listeners of this process at once, and those of others by the same connection. */
  readonly notifier: Notifier;
  /** Resolves once the connection is open and listens to all channels added so far. */
  ready(): Promise<void>;
  /** What was to be sent is sent before. */
  close(): Promise<void>;
}

/**
 * Keeps one listening connection, and opens a new one whenever it is lost. As notifications may
 * have been missed in between, every listener is called after each new connection; a notification is a
 * reason to query, and carries no data.
 */
export function listen(url: string, { log }: { readonly log: Log }): Listening {
  const listeners = new Map<string, Set<(text: string) => void>>();
  const callListeners = (channel: string, text: string) => call(listeners.get(channel), text);
  const closing = new AbortController();
  let client: pg.Client | undefined;
  const ready = Promise.withResolvers<void>();
  const runNext = openSequence();
  const listenTo = (own: pg.Client, channel: string) =>
    runNext(() => own.query(`listen ${channel}`));

  const session = async (own: pg.Client) => {
    const ended = new Promise<void>((resolve) => own.once('end', () => resolve()));
    own.on('error', (error) => log.warn({ err: error }, 'the listening connection was lost'));
    onNotification(own, callListeners);
    await own.connect();
    // What is sent here is lost with the server at worst; `notify` writes nothing that is worth the wait.
    await own.query('set synchronous_commit = off');
    client = own;
    if (closing.signal.aborted) return own.end();
    for (const channel of listeners.keys()) await listenTo(own, channel);
    ready.resolve();
    sender.resume();
    for (const group of listeners.values()) call(group, '');
    await ended;
  };

  const lose = () => {
    client = undefined;
  };
  const abandon = () => {
    const own = client;
    lose();
    socketOf(own)?.destroy();
  };
  const sender = openSender({ clientNow: () => client, runNext, abandon, callListeners, log });
  const running = connectUntil(closing.signal, { url, log, session, lose });

  return {
    notifier: {
      isReady: () => client !== undefined && !closing.signal.aborted,
      send: sender.send,
    },
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
    ready: () => ready.promise,
    close: async () => {
      closing.abort();
      const tooLate = setTimeout(abandon, CLOSE_TIMEOUT_MS);
      await sender.sent();
      await client?.end();
      await running;
      clearTimeout(tooLate);
    },
  };
}

interface ConnectionParts {
  readonly url: string;
  readonly log: Log;
  /** Opens a connection and resolves once it has ended. */
  session(own: pg.Client): Promise<void>;
  /** Called when one has ended. */
  lose(): void;
}

/** Opens one connection after another until the signal aborts. */
async function connectUntil(
  signal: AbortSignal,
  { url, log, session, lose }: ConnectionParts,
): Promise<void> {
  const backOff = openBackOff(REST);
  while (!signal.aborted) {
    const own = connectionTo(url);
    let restMs: number;
    try {
      await session(own);
      backOff.reset();
      restMs = backOff.next();
    } catch (error) {
      restMs = backOff.next();
      log.warn({ err: error, restMs }, 'listening failed; connecting again');
      await own.end().catch(() => undefined);
    }
    lose();
    await wait(restMs, undefined, { signal }).catch(() => undefined);
  }
}

/** Begins one statement after another: the driver takes the next only once the last is answered. */
function openSequence(): (statement: () => Promise<unknown>) => Promise<unknown> {
  let last: Promise<unknown> = Promise.resolve();
  return (statement) => {
    last = last.catch(() => undefined).then(statement);
    return last;
  };
}

/** Calls back for what others notify: the listeners of what is sent on this connection were called before. */
function onNotification(own: pg.Client, run: (channel: string, text: string) => void): void {
  own.on('notification', ({ channel, payload = '', processId }) => {
    // The types of the driver leave out the server's number of a connection.
    if (processId !== Reflect.get(own, 'processID')) run(channel, payload);
  });
}

function connectionTo(url: string): pg.Client {
  return new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    application_name: 'florin listening',
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_AFTER_MS,
    query_timeout: ANSWER_TIMEOUT_MS,
  });
}

/** The socket below a connection, which the types of the driver leave out. */
function socketOf(client?: pg.Client): { destroy(): void } | undefined {
  const connection: object | undefined = client && Reflect.get(client, 'connection');
  return connection && Reflect.get(connection, 'stream');
}

function call(group: ReadonlySet<(text: string) => void> | undefined, text: string): void {
  for (const listener of group ?? []) listener(text);
}
