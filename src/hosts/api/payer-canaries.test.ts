import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createWebhook } from '#modules/webhooks/index.ts';
import { webhookSweeps } from '#modules/webhooks/sweeps.ts';
import { openMeter } from '#platform/metrics.ts';
import { ServiceFailure } from '#platform/outbound/json-client.ts';
import { findCanaries, findIn } from '../../../tests/support/find-canaries.ts';
import { type PayersHost, payersHost } from '../../../tests/support/payers-host.ts';
import { runIdentityChecks } from '../../modules/payers/run-identity-checks.ts';
import { erasePayerData } from '../../modules/payment-details/erase-payer-data.ts';
import { exportPayerData } from '../../modules/payment-details/export-payer-data.ts';

/** A value in every field of a payer, each found nowhere else; the countries aside, which are two letters. */
const CANARIES = {
  email: 'canary.qx1@person.example',
  firstName: 'Canary of the first name Qx2',
  lastName: 'Canary of the last name Qx3',
  companyName: 'Canary of the company Qx4',
  dateOfBirth: '1973-07-19',
  addressLine1: 'Canary of the street Qx5',
  addressLine2: 'Canary of the floor Qx6',
  city: 'Canary of the city Qx7',
  state: 'Canary of the state Qx8',
  postcode: 'Qx9-Qx9-Qx9',
  phone: '+12025559173',
  ssn: '917-28-3645',
  sourceOfFunds: 'Canary of the funds QxA',
  businessActivity: 'Canary of the business QxB',
  anyOtherField: 'Canary of another field QxC',
};
/** The page of the check opens for whoever has its address. */
const PAGE = 'https://identity.example/page-QxD-QxD';
/** What a provider and its callbacks may say of a person. */
const SAID = { comment: 'Canary of a moderator QxE', name: CANARIES.lastName };
const all = [...Object.values(CANARIES), PAGE, SAID.comment];

const lines: string[] = [];
const log = pino({ level: 'trace' }, { write: (line: string) => lines.push(line) });
const meter = openMeter();
let host: PayersHost;
beforeAll(async () => {
  host = await payersHost({ log, meter });
});
afterAll(() => host[Symbol.asyncDispose]());
beforeEach(() => {
  host.identity.isDown = false;
});

/** What the metrics, the log and the database hold of them. */
async function findAnywhere() {
  return {
    log: findIn(lines.join(''), all),
    metrics: findIn(await meter.registry.metrics(), all),
    database: await findCanaries(host.ctx.db, all),
  };
}

const nowhere = { log: [], metrics: [], database: [] };

/** Has the provider answer this page, and fail with an answer that repeats all it may know while it is down. */
function chatty(): void {
  const { starting } = host.identity.providers;
  const { start, readStatus } = starting;
  const failing = () => {
    if (!host.identity.isDown) return;
    const body = { description: JSON.stringify({ ...CANARIES, PAGE, SAID }) };
    throw new ServiceFailure('refused', 'scripted answered 400', { body });
  };
  Object.assign(starting, {
    start: async (query: Parameters<typeof start>[0]) => {
      failing();
      return { ...(await start(query)), url: PAGE };
    },
    readStatus: async (reference: string) => {
      failing();
      return { ...(await readStatus(reference)), reasons: [SAID.comment] };
    },
  });
}

describe('what is known of a payer', () => {
  it('stands in no log, metric, event, webhook, audit entry, error and column, whatever fails', async () => {
    chatty();
    const { account_id: accountId } = await host.ctx.db
      .selectFrom('api_key')
      .select('account_id')
      .orderBy('id')
      .executeTakeFirstOrThrow();
    const actor = { kind: 'api_key', accountId, apiKeyId: 'row_of_key' } as const;
    await createWebhook({ ...host.ctx, actor }, { url: 'https://shop.example/hook' });

    host.identity.isDown = true;
    const clientUserId = 'u-1';
    const headers = { ...host.key, 'idempotency-key': 'once' };
    const named = await host.create({ clientUserId, ...CANARIES }, headers);
    expect([named.status, findIn(JSON.stringify(named.body), all)]).toEqual([200, []]);
    host.now.advance(120_000);
    await runIdentityChecks(host.ctx, 10);
    host.identity.isDown = false;
    host.now.advance(600_000);
    await runIdentityChecks(host.ctx, 10);
    const again = await host.create({ clientUserId, ...CANARIES }, host.key);
    expect(findIn(JSON.stringify(again.body), all)).toEqual([PAGE]);
    expect((await host.view(clientUserId)).body).toMatchObject({ kycUrl: PAGE });

    const ref = await host.decide(clientUserId, 'rejected');
    const signed = { 'x-signature': 'signed-by-the-script' };
    for (const sent of [signed, { 'x-signature': 'forged' }]) {
      const body = { id: 'e-1', userRef: ref, ...SAID, ...CANARIES };
      await host.call('POST', '/v2/callbacks/identity/scripted', { headers: sent, body });
    }
    host.identity.isDown = true;
    await runIdentityChecks(host.ctx, 10);
    host.identity.isDown = false;
    host.now.advance(3_600_000);
    await runIdentityChecks(host.ctx, 10);
    expect((await host.view(clientUserId)).body).toMatchObject({ kycStatus: 'rejected' });
    const refused = await host.create({ clientUserId, ...CANARIES, city: 'Elsewhere' });
    expect([refused.status, findIn(JSON.stringify(refused.body), all)]).toEqual([400, []]);

    const outbound = { post: () => Promise.reject(new Error('nothing is sent')) };
    const [fanOut] = webhookSweeps({ outbound, timeoutMs: 1 });
    expect(await fanOut?.run(host.ctx, AbortSignal.timeout(120_000))).toBe(2);
    const exported = await exportPayerData(host.ctx, { accountId, clientUserId });
    expect(findIn(JSON.stringify(exported), all)).toEqual(
      all.filter((text) => ![CANARIES.anyOtherField, PAGE, SAID.comment].includes(text)),
    );
    expect(await findAnywhere()).toEqual(nowhere);
    await erasePayerData(host.ctx, { accountId, clientUserId });
    expect(await findAnywhere()).toEqual(nowhere);
    expect(lines.length).toBeGreaterThan(0);
  });

  it('is repeated by no refusal of a field, and none of it is stored', async () => {
    for (const [field, canary] of Object.entries({
      ...CANARIES,
      country: 'CANARYC',
      nationality: 'CANARYN',
      beneficiaryType: 'CANARYB',
    })) {
      if (field === 'anyOtherField') continue;
      for (const wrong of [
        `${canary}${canary.repeat(40)}`,
        { [canary]: canary },
        `${canary}\u0007`,
      ]) {
        const answer = await host.create({ clientUserId: 'u-2', ...CANARIES, [field]: wrong });
        expect([field, answer.status]).toEqual([field, 400]);
        expect(findIn(JSON.stringify(answer.body), [...all, canary])).toEqual([]);
      }
    }
    expect(await findAnywhere()).toEqual(nowhere);
  });

  it('would be found, if an event or a log line held it', async () => {
    const events = host.ctx.db.selectFrom('event').selectAll();
    const event = await events.limit(1).executeTakeFirstOrThrow();
    const payload = JSON.stringify({ leaked: CANARIES.ssn });
    const id = '01K0000000000000000000LEAK';
    await host.ctx.db
      .insertInto('stored_event')
      .values({ ...event, id, payload })
      .execute();
    log.warn({ err: new Error(CANARIES.city) }, 'leaks');
    expect(await findAnywhere()).toEqual({
      log: [CANARIES.city],
      metrics: [],
      database: [`stored_event: ${CANARIES.ssn}`],
    });
  });
});
