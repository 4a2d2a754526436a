import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import type { z } from 'zod';
import { Outage, Refusal } from '#kit/failure.ts';
import type { Log } from '../../log.ts';
import type { ExportedList } from './exported-list.ts';
import { type ListWriter, listWriter } from './write-list.ts';

/** An export reads the database page by page; two fill what one account may take of a process. */
const EXPORTS_BY_ONE_MAX = 2;

/** Of all accounts: each holds a page in memory. */
const EXPORTS_MAX = 20;

/** A caller that takes nothing for so long is gone or reads no more, and its export ends. */
const UNREAD_MS_MAX = 60_000;

/** When a caller with too many exports may come again. */
const COME_AGAIN_SECONDS = 10;

interface SendingParts {
  readonly log: Log;
  /** Aborts when the host closes, which ends all exports. */
  readonly closing: AbortSignal;
}

interface Sending<Item> {
  readonly accountId: string;
  readonly reply: FastifyReply;
  readonly operationId: string;
  readonly item: z.ZodType;
  /** Runs the operation; what it refuses is answered as any refusal. */
  open(): Promise<ExportedList<Item>>;
}

/** Sends a list as a file, at the pace of its reader. Refuses (429) an account with too many exports. */
export type SendList = <Item>(sending: Sending<Item>) => Promise<FastifyReply>;

/** The 429 of every export. */
export const TOO_MANY_EXPORTS = {
  status: 429,
  when: 'The account exports as many lists as it may at a time, or has made too many calls.',
  examples: [tooManyExports()],
} as const;

function tooManyExports(): Refusal {
  return new Refusal('too_many_exports', 429, {
    message: `An account may export ${EXPORTS_BY_ONE_MAX} lists at a time; wait until one is there`,
    retryAfterSeconds: COME_AGAIN_SECONDS,
  });
}

/** Opens the exports of one host. */
export function openExports({ log, closing }: SendingParts): SendList {
  const runningOf = new Map<symbol, string>();
  const acquireSlot = (accountId: string) => {
    const own = [...runningOf.values()].filter((id) => id === accountId);
    if (own.length >= EXPORTS_BY_ONE_MAX) throw tooManyExports();
    if (runningOf.size >= EXPORTS_MAX)
      throw new Outage(`${EXPORTS_MAX} lists are exported already`);
    const slot = Symbol(accountId);
    runningOf.set(slot, accountId);
    return () => runningOf.delete(slot);
  };
  return async ({ accountId, operationId, reply, item, open }) => {
    const release = acquireSlot(accountId);
    try {
      const { fileName, format, pages } = await open();
      const writer = listWriter(format, { item, operationId });
      // Before anything is sent, so that what fails at once has the body that all errors have.
      const first = await pages.next();
      const firstText = first.done === true ? '' : writer.page(first.value, true);
      reply.header('content-disposition', `attachment; filename="${fileName}.${format}"`);
      reply.type(writer.contentType);
      if (reply.request.method === 'HEAD') {
        await pages.return(undefined);
        release();
        return reply.send('');
      }
      const over = new AbortController();
      const stream = Readable.from(textOf({ pages, writer, firstText, over, log }));
      endWith(stream, [over.signal, closing]);
      stream.once('close', release);
      // Earlier, where a page is being read: a stream closes after it.
      reply.raw.once('close', release);
      return reply.send(stream);
    } catch (error) {
      release();
      throw error;
    }
  };
}

interface Writing {
  readonly pages: AsyncGenerator<readonly unknown[]>;
  readonly writer: ListWriter;
  readonly firstText: string;
  /** Aborted when nobody takes the text. */
  readonly over: AbortController;
  readonly log: Log;
}

/** The text of a list, which the stream takes as its reader does. */
async function* textOf({ pages, writer, firstText, over, log }: Writing): AsyncGenerator<string> {
  const unread = setTimeout(() => over.abort(), UNREAD_MS_MAX);
  try {
    yield writer.head + firstText;
    let isFirst = firstText === '';
    for await (const items of pages) {
      const text = writer.page(items, isFirst);
      isFirst &&= items.length === 0;
      unread.refresh();
      if (text !== '') yield text;
    }
    if (writer.tail !== '') yield writer.tail;
  } catch (error) {
    // The answer has begun, so it can only break off: its caller sees that it is not whole.
    log.warn({ err: error }, 'an export ended early');
    throw error;
  } finally {
    clearTimeout(unread);
  }
}

/** Ends a stream with the first of the signals. */
function endWith(stream: Readable, signals: readonly AbortSignal[]): void {
  const any = AbortSignal.any([...signals]);
  const end = () => stream.destroy(new Error('the export was ended'));
  any.addEventListener('abort', end);
  stream.once('close', () => any.removeEventListener('abort', end));
}
