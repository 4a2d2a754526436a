import { sql } from 'kysely';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { manualClock } from '#kit/clock.ts';
import { Outage, Refusal } from '#kit/failure.ts';
import { createWebhook } from '#modules/webhooks/index.ts';
import { webhookSweeps } from '#modules/webhooks/sweeps.ts';
import { openMeter } from '#platform/metrics.ts';
import type { OffRampProvider } from '#providers/off-ramp-provider.ts';
import { TEST_TIME } from '../../../tests/support/context.ts';
import { findCanaries, findIn } from '../../../tests/support/find-canaries.ts';
import { paymentDetailsHost } from '../../../tests/support/payment-details-host.ts';
import { checkPaymentDetails } from '../../modules/payment-details/check-payment-details.ts';
import { erasePayerData } from '../../modules/payment-details/erase-payer-data.ts';
import { exportPayerData } from '../../modules/payment-details/export-payer-data.ts';

/** A text in every field, each found nowhere else. Those of one form only are numbers that nothing else has. */
const CANARIES = {
  bankName: 'Canary of the bank Qx1',
  accountName: 'Canary of the owner Qx2',
  accountNumber: '70918273645546',
  routingNumber: '122105278',
  iban: 'DE41123456789123456789',
  swiftBic: 'QXQXDEQXQXQ',
  sortCode: '918273',
  bsbNumber: '827364',
  ifsc: 'QXQX0QXQXQ1',
  ribNumber: 'QX3QX3QX3QX3QX3QX3QX3QX3',
  ncc: 'QX4QX4QX4',
  bankCode: 'QX5QX5QX5',
  branchCode: 'QX6QX6QX6',
  addressLine1: 'Canary of the street Qx7',
  addressLine2: 'Canary of the floor Qx8',
  city: 'Canary of the city Qx9',
  state: 'Canary of the state QxA',
  postalCode: 'QxB-QxB-QxB',
  dateOfBirth: '1973-07-19',
  documentNumber: 'QXCQXCQXC',
  documentType: 'Canary of a document QxD',
  anyOtherField: 'Canary of another field QxE',
};
const all = Object.values(CANARIES);

/** What the documented answers show of them. */
const SHOWN = [CANARIES.bankName, CANARIES.accountName, CANARIES.routingNumber];

const lines: string[] = [];
const log = pino({ level: 'trace' }, { write: (line: string) => lines.push(line) });
const meter = openMeter();
const clock = manualClock(TEST_TIME);
let host: Awaited<ReturnType<typeof paymentDetailsHost>>;
beforeAll(async () => {
  host = await paymentDetailsHost({ log, meter, now: clock });
});
afterAll(() => host[Symbol.asyncDispose]());

const HOUR_MS = 3_600_000;
const notHere = () => Promise.reject(new Error('no call of bank accounts'));

/** A provider that repeats all it is sent in its failures, one after the other, and then takes the account. */
function chattyProvider(): OffRampProvider {
  const said = JSON.stringify(CANARIES);
  const failures = [new Outage(said), new Error(said), new TypeError(said)];
  return {
    name: 'Bank X',
    takes: () => true,
    registerAccount: async () => {
      const failure = failures.shift();
      if (failure !== undefined) throw failure;
      return { id: 'bank-acc-1', currency: 'usd', isActive: true };
    },
    readAccount: () => Promise.reject(new Refusal('refused', 400, said)),
    ...{ quote: notHere, createOrder: notHere, readOrder: notHere, parseCallback: () => undefined },
  };
}

/** What the metrics, the log and the database hold of them. */
async function findAnywhere() {
  return {
    log: findIn(lines.join(''), all),
    metrics: findIn(await meter.registry.metrics(), all),
    database: await findCanaries(host.ctx.db, all),
  };
}

const nowhere = { log: [], metrics: [], database: [] };

describe('what is known of a bank account and its owner', () => {
  it('stands in no log, metric, event, webhook, audit entry, error and column, whatever fails', async () => {
    const caller = await host.caller('u-1');
    const { accountId } = caller;
    const url = 'https://shop.example/hook';
    const actor = { kind: 'api_key', accountId, apiKeyId: 'row_of_key' } as const;
    await createWebhook({ ...host.ctx, actor }, { url });
    const headers = { ...caller.headers, 'idempotency-key': 'once' };
    const added = await host.add({ headers }, 'u-1', CANARIES);
    expect(added.status).toBe(201);
    await host.add({ headers }, 'u-1', CANARIES);
    expect(findIn(added.text, all)).toEqual(SHOWN.slice(0, 2));

    const provider = chattyProvider();
    for (let i = 0; i < 5; i += 1) {
      await checkPaymentDetails(host.ctx, provider, 10);
      clock.advance(25 * HOUR_MS);
    }
    const outbound = { post: notHere };
    const [fanOut] = webhookSweeps({ outbound, timeoutMs: 1 });
    expect(await fanOut?.run(host.ctx, AbortSignal.timeout(120_000))).toBe(2);
    const listed = await host.list(caller, 'u-1');
    expect(findIn(listed.text, all)).toEqual(SHOWN);
    expect(listed.body.paymentDetails).toMatchObject([{ status: 'approved' }]);
    expect(await exportPayerData(host.ctx, { accountId, clientUserId: 'u-1' })).toMatchObject({
      paymentDetails: [{ iban: CANARIES.iban, city: CANARIES.city }],
    });
    expect(await findAnywhere()).toEqual(nowhere);
    await erasePayerData(host.ctx, { accountId, clientUserId: 'u-1' });
    expect(await findAnywhere()).toEqual(nowhere);
    expect(lines.length).toBeGreaterThan(0);
  });

  it('is repeated by no refusal of a field, and none of it is stored', async () => {
    const caller = await host.caller('u-2');
    // Every field too long, of the wrong type, and wrong in its form.
    for (const [field, canary] of Object.entries({
      ...CANARIES,
      currency: 'CANARYX',
      rails: 'CANARYR',
    })) {
      const enough = { ...CANARIES, currency: 'usd' };
      for (const wrong of [
        `${canary}${canary.repeat(40)}`,
        { [canary]: canary },
        `${canary}\u0007`,
      ]) {
        const answer = await host.add(caller, 'u-2', { ...enough, [field]: wrong });
        if (field === 'anyOtherField') continue;
        expect([field, answer.status]).toEqual([field, 400]);
        expect(findIn(answer.text, [...all, canary])).toEqual([]);
      }
    }
    for (const beneficiaryType of ['CANARY of a kind', 7]) {
      const answer = await host.add(caller, 'u-2', { ...CANARIES, beneficiaryType });
      expect(answer.status).toBe(400);
      expect(answer.text).not.toContain('CANARY of a kind');
    }
    const broken = await host.add(caller, 'u-9', CANARIES);
    expect([broken.status, findIn(broken.text, all)]).toEqual([404, []]);
    expect(await findAnywhere()).toEqual(nowhere);
  });

  it('is in no answer and no log where a value does not open or the database fails', async () => {
    const caller = await host.caller('u-3');
    const { id } = (await host.add(caller, 'u-3', CANARIES)).body.payment_detail;
    const set = { sealed_key_version: 9 };
    await host.ctx.db.updateTable('payment_detail').set(set).where('id', '=', id).execute();
    const listed = await host.list(caller, 'u-3');
    expect([listed.status, findIn(listed.text, all)]).toEqual([500, []]);
    expect(lines.join('')).toContain(`payment_detail.sealed of ${id} was sealed with key 9`);
    await sql`alter table payment_detail add constraint no_more check (false) not valid`.execute(
      host.ctx.db,
    );
    const added = await host.add(caller, 'u-3', { ...CANARIES, city: 'Elsewhere' });
    expect([added.status, findIn(added.text, all)]).toEqual([500, []]);
    expect(await findAnywhere()).toEqual(nowhere);
  });

  it('would be found, if it stood there', async () => {
    const caller = await host.caller('u-4');
    await sql`update account set name = ${CANARIES.city} where id = ${caller.accountId}`.execute(
      host.ctx.db,
    );
    expect(await findCanaries(host.ctx.db, all)).toEqual([`account: ${CANARIES.city}`]);
    const bytes = Buffer.from(`x${CANARIES.city}`);
    expect(findIn(bytes.toString('hex'), all)).toEqual([CANARIES.city]);
    expect(findIn(`aa${Buffer.from(CANARIES.city).toString('base64')}`, all)).toEqual([
      CANARIES.city,
    ]);
  });
});
