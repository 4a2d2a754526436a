import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { insertFee } from '../../../../tests/support/fee-of-link.ts';
import { insertLink } from '../../../../tests/support/payable-link.ts';
import { insertReceived } from '../../../../tests/support/received.ts';
import { type RequestsHost, requestsHost } from '../../../../tests/support/requests-host.ts';

let host: RequestsHost;
beforeAll(async () => {
  host = await requestsHost();
});
afterAll(() => host[Symbol.asyncDispose]());

/** What is answered for the request of a link that was paid without its fee. */
async function payOf(parts: { readonly hidesPayee?: boolean; readonly allowedPayers?: string[] }) {
  const owner = await host.asker();
  const { db } = host.ctx;
  const link = await insertLink(db, { ...parts, accountId: owner.accountId, status: 'completed' });
  await insertFee(host.ctx, link);
  const transactionHash = randomBytes(32);
  await insertReceived(db, link, { units: link.expectedUnits, transactionHash });
  await db
    .updateTable('request')
    .set({ status: 'paid' })
    .where('id', '=', link.requestRowId)
    .execute();
  const { status, body } = await host.call('GET', `/v2/request/${link.requestId}/pay`, {
    headers: owner.key,
  });
  return [status, body['code']];
}

it('prepares the outstanding fees of a link that everybody may see and pay', async () => {
  expect(await payOf({})).toEqual([200, undefined]);
});

it.each([
  ['hides its payee', { hidesPayee: true }],
  ['restricts its payers', { allowedPayers: ['0x2222222222222222222222222222222222222222'] }],
])('prepares no outstanding fee of a link that %s', async (_what, parts) => {
  expect(await payOf(parts)).toEqual([409, 'request_paid']);
});
