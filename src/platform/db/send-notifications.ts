import type pg from 'pg';
import type { Log } from '../log.ts';

/** Where notifications are sent. */
interface SenderParts {
  /** The connection, while there is one. */
  clientNow(): pg.Client | undefined;
  /** Begins a statement once those before it are answered. */
  runNext(statement: () => Promise<unknown>): Promise<unknown>;
  /** Ends a connection that does not answer, so that another one is opened. */
  abandon(): void;
  /** Calls the listeners of this process. */
  callListeners(channel: string, text: string): void;
  readonly log: Log;
}

/** Sends many notifications in one statement, of which one is under way at a time. */
export function openSender(parts: SenderParts) {
  const { clientNow, runNext, log } = parts;
  let waiting = new Map<string, { readonly channel: string; readonly text: string }>();
  let sending: Promise<void> | undefined;
  const sendWaiting = async () => {
    const client = clientNow();
    if (client === undefined) return;
    const values = [JSON.stringify([...waiting.values()])];
    waiting = new Map();
    await client.query({ ...NOTIFY, values });
  };
  const sendAll = async () => {
    while (clientNow() !== undefined && waiting.size > 0) {
      try {
        await runNext(sendWaiting);
      } catch (error) {
        log.warn({ err: error }, 'notifications were not sent; what they are about is found soon');
        parts.abandon();
        return;
      }
    }
  };
  /** What is given while there is no connection leaves with the next one. */
  const begin = () => {
    if (sending !== undefined || waiting.size === 0 || clientNow() === undefined) return;
    sending = sendAll().finally(() => {
      sending = undefined;
      begin();
    });
  };
  return {
    send: (channel: string, text: string) => {
      // Later, as a failure of theirs is none of who sends.
      queueMicrotask(() => parts.callListeners(channel, text));
      waiting.set(`${channel} ${text}`, { channel, text });
      begin();
    },
    /** Sends what was given while there was no connection. */
    resume: begin,
    /** Resolves once all of them have left. */
    sent: async () => {
      await sending;
    },
  };
}

const NOTIFY = {
  name: 'notify',
  text: `select pg_notify(channel, text)
    from json_to_recordset($1::json) as notification (channel text, text text)`,
};
