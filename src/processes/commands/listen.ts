import process from 'node:process';
import { setTimeout as wait } from 'node:timers/promises';
import { z } from 'zod';
import { openBackOff } from '#kit/back-off.ts';
import { elapsedMs, systemClock } from '#kit/clock.ts';
import { hashSecret } from '#kit/secret.ts';
import { EVENT_RULES, isEventType } from '#modules/events/index.ts';
import { attemptHeaders } from '#modules/webhooks/index.ts';
import {
  type ApiAccess,
  type ApiOptions,
  endWith,
  findApiAccess,
  messageOfRefusal,
} from './call-api.ts';
import type { Environment } from './read-config.ts';
import { readStream } from './read-stream.ts';

/** Where events go, and where they come from. */
interface ListenOptions extends ApiOptions {
  readonly forwardTo: string;
}

/** As long as a webhook waits for its receiver. */
const ANSWER_TIMEOUT_MS = 5_000;

/** How long to rest before coming again. */
const REST = { firstMs: 500, mostMs: 10_000 };

/** What webhooks carry: the rest of the feed would never reach a receiver. */
const TYPES = Object.keys(EVENT_RULES).filter(
  (type) => isEventType(type) && EVENT_RULES[type].reach === 'webhook',
);

const FeedEvent = z.object({
  id: z.string(),
  type: z.string(),
  payload: z.record(z.string(), z.unknown()),
});
type FeedEvent = z.infer<typeof FeedEvent>;

/**
 * Sends every event of the account to a receiver on this machine, signed as a webhook is, until it
 * is interrupted. It follows the feed as any client of the API, so no tunnel is needed and nothing
 * is registered; what happens while the connection is lost comes when it stands again.
 */
export async function listenAndForward(
  environment: Environment,
  options: ListenOptions,
): Promise<void> {
  if (!URL.canParse(options.forwardTo)) endWith(`"${options.forwardTo}" is not a URL.`);
  let access = await findApiAccess(environment, options);
  const secret = secretOf(access);
  print(`Listening to the events of ${access.apiUrl}`);
  print(`Signing with ${secret}, the same for this API key each time`);
  const backOff = openBackOff(REST);
  for (let cursor = 'now'; ; ) {
    const answer = await openStream(access, cursor);
    if (answer?.ok === true && answer.body !== null) {
      if (cursor === 'now') print(`Ready to forward to ${options.forwardTo}`);
      backOff.reset();
      const blocks = readStream(answer.body);
      cursor = await forwardBlocks(blocks, cursor, (event) => forward(event, options, secret));
    } else if (answer !== undefined && answer.status < 500 && answer.status !== 429) {
      endWith(`${access.apiUrl} refuses: ${await messageOfRefusal(answer)}`);
    } else {
      print(`No stream from ${access.apiUrl}; trying again`);
    }
    await wait(backOff.next());
    // A sandbox that was started again may be somewhere else.
    access = await findApiAccess(environment, options);
  }
}

async function openStream(
  { apiUrl, apiKey }: ApiAccess,
  cursor: string,
): Promise<Response | undefined> {
  const query = new URLSearchParams({ type: TYPES.join(','), cursor });
  const headers = { 'x-api-key': apiKey, accept: 'text/event-stream' };
  return await fetch(`${apiUrl}/v2/events?${query}`, { headers }).catch(() => undefined);
}

/** Forwards a stream until it ends, in its order; returns where it continues. */
async function forwardBlocks(
  blocks: ReturnType<typeof readStream>,
  from: string,
  send: (event: FeedEvent) => Promise<void>,
): Promise<string> {
  let cursor = from;
  try {
    for await (const { id, data } of blocks) {
      if (data !== undefined) await send(FeedEvent.parse(JSON.parse(data)));
      cursor = id ?? cursor;
    }
  } catch (error) {
    // Only a lost connection: what it still carried comes again from the cursor on.
    if (!(error instanceof TypeError)) throw error;
  }
  return cursor;
}

async function forward(
  { id, type, payload }: FeedEvent,
  { forwardTo }: ListenOptions,
  secret: string,
): Promise<void> {
  const body = JSON.stringify(payload);
  const at = systemClock();
  const input = { deliveryId: id, retryCount: 0, at, body, secret };
  const headers = attemptHeaders(
    { ...input, oldSecrets: [], isTest: false, replayOf: null },
    { secondFamily: undefined, standard: true },
  );
  const begin = elapsedMs();
  const signal = AbortSignal.timeout(ANSWER_TIMEOUT_MS);
  const outcome = await fetch(forwardTo, {
    method: 'POST',
    headers,
    body,
    redirect: 'manual',
    signal,
  }).then(
    async (answer) => {
      await answer.body?.cancel();
      return `${answer.status}`;
    },
    () => (signal.aborted ? 'no answer in time' : 'no connection'),
  );
  const tookMs = Math.round(elapsedMs() - begin);
  print(`${at.toISOString()}  ${type}  ${id}  ${outcome}  ${tookMs} ms`);
}

/** So that a receiver keeps its configuration, which does not reveal the key. */
function secretOf({ apiKey }: ApiAccess): string {
  return hashSecret(`florin listen 1\n${apiKey}`).toString('hex');
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
