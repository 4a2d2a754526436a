import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createClientId } from '#modules/clients/index.ts';
import { insertPayouts, newBundle } from '../../../../tests/support/bundles.ts';
import { insertAccount, insertLink } from '../../../../tests/support/payable-link.ts';
import { PAGE, type PayerHost, payerHost } from '../../../../tests/support/payer-host.ts';

const DOMAINS = ['https://shop.example', 'https://www.shop.example:8443'];

let host: PayerHost;
beforeAll(async () => {
  host = await payerHost();
});
afterAll(() => host[Symbol.asyncDispose]());

const read = (token: string, headers?: Record<string, string>) =>
  host.get(`${token}/embedding`, headers);

/** A link that was created with a client ID of these domains. */
async function linkOf(
  allowedDomains: readonly string[],
  parts: Parameters<typeof insertLink>[1] = {},
) {
  const accountId = await insertAccount(host.ctx.db);
  const made = await createClientId(host.ctx, { accountId, label: 'Shop', allowedDomains });
  const { id } = await host.ctx.db
    .selectFrom('client_id')
    .select('id')
    .where('client_id', '=', made.clientId)
    .executeTakeFirstOrThrow();
  return { ...(await insertLink(host.ctx.db, { ...parts, accountId, clientIdId: id })), id };
}

const setStatus = (id: string, status: string) =>
  host.ctx.db.updateTable('client_id').set({ status }).where('id', '=', id).execute();

describe('200', () => {
  it('names the domains of the client ID that the link was created with', async () => {
    const { token } = await linkOf(DOMAINS);
    const body = { allowedDomains: DOMAINS, isWalletConnected: false };
    expect(await read(token)).toMatchObject({ status: 200, body });
  });

  it.each([
    ['without a client ID', () => insertLink(host.ctx.db)],
    ['of a client ID without domains', () => linkOf([])],
  ])('names none of a link %s', async (_, make) => {
    const { token } = await make();
    expect((await read(token)).body).toEqual({ allowedDomains: [], isWalletConnected: false });
  });

  it.each(['inactive', 'revoked'])('names none of a client ID that is %s', async (status) => {
    const { token, id } = await linkOf(DOMAINS);
    await setStatus(id, status);
    expect((await read(token)).body).toMatchObject({ allowedDomains: [] });
  });

  it.each([
    ['is hidden from most', { hidesUntilApproved: true, allowedPayers: [] }],
    ['masks its payee', { hidesPayee: true, allowedPayers: [] }],
    ['was withdrawn', { status: 'invalidated' }],
    ['has expired', { status: 'expired' }],
    ['was paid', { status: 'completed' }],
  ])('says no more of a link that %s', async (_, parts) => {
    const { token } = await linkOf(DOMAINS, parts);
    const body = { allowedDomains: DOMAINS, isWalletConnected: false };
    expect((await read(token)).body).toEqual(body);
  });

  it('says that a wallet is connected once a browser has reported that of this link', async () => {
    const [{ token }, other] = [await linkOf(DOMAINS), await linkOf(DOMAINS)];
    const report = (userEvent: string, properties = {}) =>
      host.post(`${token}/events`, { userEvent, properties });
    await report('payment_sent_to_wallet', { note: '"userEvent":"wallet_connected"' });
    expect((await read(token)).body).toMatchObject({ isWalletConnected: false });
    await report('wallet_connected');
    expect((await read(token)).body).toMatchObject({ isWalletConnected: true });
    expect((await read(other.token)).body).toMatchObject({ isWalletConnected: false });
  });

  it('answers for a bundle by the client ID that it was created with', async () => {
    const { token } = await newBundle(host.ctx, await insertPayouts(host.ctx, [{}, {}]));
    expect(await read(token)).toMatchObject({
      status: 200,
      body: { allowedDomains: [], isWalletConnected: false },
    });
  });
});

describe('401', () => {
  it.each([
    ['no client ID', { origin: PAGE }],
    ['an unknown client ID', { 'x-client-id': 'cli_nobody', origin: PAGE }],
  ])('for %s', async (_, headers) => {
    const { token } = await linkOf(DOMAINS);
    expect((await read(token, headers)).status).toBe(401);
  });

  it('for a client ID without its origin', async () => {
    const { token } = await linkOf(DOMAINS);
    expect((await read(token, { 'x-client-id': host.pageClientId })).status).toBe(401);
  });
});

describe('404', () => {
  it.each(['01KC9V7N3E5GQ0X8R2JT6WZ4MB', 'nonsense'])('for the token %s', async (token) => {
    const body = { message: 'Token not found' };
    expect(await read(token)).toMatchObject({ status: 404, body });
  });
});
