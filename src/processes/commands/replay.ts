import process from 'node:process';
import { z } from 'zod';
import {
  type ApiAccess,
  type ApiOptions,
  callAuthHost,
  endWith,
  findApiAccess,
} from './call-api.ts';
import type { Environment } from './read-config.ts';

/** What is to be sent again: one delivery, or what a webhook missed. */
interface ReplayOptions extends ApiOptions {
  readonly delivery?: string;
  readonly webhook?: string;
  readonly from?: string;
  readonly to?: string;
  readonly status?: string;
  readonly clientId?: string;
}

const Replayed = z.object({ id: z.string() });
const ReplayedMany = z.object({ replayed: z.number(), more: z.boolean() });

/** Sends deliveries of webhooks again, each under a new delivery id. */
export async function replayDeliveries(
  environment: Environment,
  options: ReplayOptions,
): Promise<void> {
  const { delivery, webhook } = options;
  if ((delivery === undefined) === (webhook === undefined)) {
    endWith('Name either a delivery or --webhook <id>.');
  }
  const access = await findApiAccess(environment, options);
  if (delivery !== undefined) await replayOne(access, delivery, options);
  if (webhook !== undefined) await replayMany(access, webhook, options);
}

async function replayOne(access: ApiAccess, delivery: string, { clientId }: ReplayOptions) {
  const path = `/v1/webhook/deliveries/${encodeURIComponent(delivery)}/replay`;
  const { id } = Replayed.parse(await callAuthHost(access, { path, clientId }));
  process.stdout.write(`Sending ${delivery} again as ${id}.\n`);
}

/** A call sends a bounded number again and returns whether more are left. */
async function replayMany(
  access: ApiAccess,
  webhook: string,
  options: ReplayOptions,
): Promise<void> {
  const { from, to, status, clientId } = options;
  const path = `/v1/webhook/${encodeURIComponent(webhook)}/replay`;
  let total = 0;
  for (let more = true; more; ) {
    const answer = await callAuthHost(access, { path, body: { from, to, status }, clientId });
    const batch = ReplayedMany.parse(answer);
    total += batch.replayed;
    ({ more } = batch);
  }
  process.stdout.write(`Sending ${total} ${total === 1 ? 'delivery' : 'deliveries'} again.\n`);
}
