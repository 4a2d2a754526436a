import { beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { sendToHost } from '../support/send-to-host.ts';
import { sharedWorld } from '../support/shared-worlds.ts';
import { registerAt, signInAt } from '../support/sign-in-at.ts';
import type { ReachedWorld } from '../support/world.ts';

let world: ReachedWorld;
beforeAll(async () => {
  world = await sharedWorld();
});

type Signed = Awaited<ReturnType<typeof signInAt>>;
type SendOptions = Parameters<typeof sendToHost>[1];

const ULID = /^[0-9A-HJKMNP-TV-Z]{26}$/;
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
const USDC_BASE = '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913';
const USDT_BASE = '0xfde4C96c8593536E31F229EA8f37b2ADa2699bb2';
const ON_BASE = { tokenAddress: USDC_BASE, chainId: 8453 };

/** The vector of wire facts 3.2. */
const VECTOR = {
  walletAddress: '0x1111111111111111111111111111111111111111',
  binaryInteropAddress: '0x00010000022105141111111111111111111111111111111111111111',
  humanReadableInteropAddress: '0x1111111111111111111111111111111111111111@eip155:8453#34790435',
};

const send = (by: Pick<Signed, 'headers'>, path = '', { headers, ...question }: SendOptions = {}) =>
  sendToHost(`${world.authUrl}/v1/payee-destination${path}`, {
    ...question,
    headers: { ...by.headers, ...headers },
  });
const register = (by: Signed, body: unknown) => send(by, '', { body });
const patch = (by: Signed, path: string, body: unknown) =>
  send(by, path, { method: 'PATCH', body });
const DestinationId = z.object({ destinationId: z.string() });
const newWallet = () => signInAt(world.authUrl);

/** A link for whatever destination the caller has. */
const create = (headers: Readonly<Record<string, string>>, request: object = {}) =>
  sendToHost(`${world.apiUrl}/v2/secure-payments`, {
    headers,
    body: { requests: [{ amount: '1', ...request }] },
  });

describe('wire facts 7.5, POST /v1/payee-destination', () => {
  it('answers 201 with every field of the public API, for the wallet that signed in', async () => {
    const wallet = await newWallet();
    const said = await register(wallet, { ...ON_BASE, tokenAddress: USDC_BASE.toLowerCase() });
    expect(said.status).toBe(201);
    const readable = expect.stringMatching(
      new RegExp(`^${wallet.address}@eip155:8453#[0-9A-F]{8}$`),
    );
    expect(said.body).toEqual({
      id: expect.stringMatching(ULID),
      destinationId: expect.stringMatching(
        new RegExp(`^${wallet.address}@eip155:8453#[0-9A-F]{8}:${USDC_BASE}$`),
      ),
      walletAddress: wallet.address,
      walletType: 'eoa',
      tokenAddress: USDC_BASE,
      chainId: 8453,
      accessPolicy: null,
      pendingWalletChange: null,
      binaryInteropAddress: `0x0001000002210514${wallet.address.slice(2).toLowerCase()}`,
      humanReadableInteropAddress: readable,
      claimed: true,
      active: true,
      createdAt: expect.stringMatching(TIME),
    });
    expect((await send(wallet)).body).toEqual(said.body);
  });

  it('writes the vector of wire facts 3.2, for a wallet that nobody claimed', async () => {
    const wallet = await newWallet();
    const { body } = await register(wallet, { ...ON_BASE, walletAddress: VECTOR.walletAddress });
    expect(body).toMatchObject({
      ...VECTOR,
      destinationId: `${VECTOR.humanReadableInteropAddress}:${USDC_BASE}`,
      claimed: false,
    });
  });

  it('takes a wallet and a token of Tron', async () => {
    const wallet = await newWallet();
    const tron = {
      walletAddress: 'TCUDPYnS9dH3WvFEaE7wN7vnDa51J4R4fd',
      tokenAddress: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t',
      chainId: 728126428,
    };
    const said = await register(wallet, tron);
    expect(said).toMatchObject({ status: 201, body: tron });
    expect(DestinationId.parse(said.body).destinationId).toMatch(
      new RegExp(`^${tron.walletAddress}@eip155:728126428#[0-9A-F]{8}:${tron.tokenAddress}$`),
    );
  });

  it('keeps one active for a wallet, and brings an earlier one back under its own id', async () => {
    const wallet = await newWallet();
    const first = await register(wallet, ON_BASE);
    const second = await register(wallet, { ...ON_BASE, tokenAddress: USDT_BASE });
    const Row = z.object({ id: z.string(), destinationId: z.string(), active: z.boolean() });
    const { id, destinationId } = Row.parse(first.body);
    const lookup = () => send(wallet, `/lookup?destinationId=${encodeURIComponent(destinationId)}`);
    expect((await lookup()).body).toMatchObject({ id, active: false });
    expect((await send(wallet)).body).toEqual(second.body);
    expect((await register(wallet, ON_BASE)).body).toMatchObject({ id, active: true });
    expect((await lookup()).body).toMatchObject({ id, active: true });
  });

  it('stores the access policy and shows it, whole', async () => {
    const wallet = await newWallet();
    const accessPolicy = { mode: 'off', hideUntilApproved: false, hidePayeeAddress: true };
    const { body } = await register(wallet, { ...ON_BASE, accessPolicy });
    expect(body).toMatchObject({ accessPolicy: { ...accessPolicy, screeningProvider: null } });
    const said = await create(wallet.headers);
    expect(said).toMatchObject({ status: 201 });
    const { token } = z.object({ token: z.string() }).parse(said.body);
    // The policy of the destination applies to its links.
    expect((await world.read(token)).body).toMatchObject({ isPayeeAddressMasked: true });
  });

  it.each([
    ['no token', { tokenAddress: undefined }, 'tokenAddress'],
    ['no chain', { chainId: undefined }, 'chainId'],
    ['a chain as text', { chainId: '8453' }, 'chainId'],
    ['a chain that nobody serves', { chainId: 5 }, 'chainId'],
    ['a token that is none', { tokenAddress: VECTOR.walletAddress }, 'tokenAddress'],
    [
      'USDT0, which is no destination token (specification, Rules)',
      { chainId: 10, tokenAddress: '0x01bFF41798a0BcF287b996046Ca68b395DbC1071' },
      'tokenAddress',
    ],
    [
      'a wallet of another chain',
      { walletAddress: 'TCUDPYnS9dH3WvFEaE7wN7vnDa51J4R4fd' },
      'walletAddress',
    ],
    [
      'screening without who does it (wire facts 6.6)',
      {
        accessPolicy: {
          mode: 'kyt_all_wallets',
          hideUntilApproved: false,
          hidePayeeAddress: false,
        },
      },
      'accessPolicy.screeningProvider',
    ],
    ['half a policy', { accessPolicy: { mode: 'off' } }, 'accessPolicy.hideUntilApproved'],
    ['a field named nowhere (decision 17)', { colour: 'red' }, 'colour'],
  ])('refuses %s with 400, naming the field, and keeps nothing', async (_, more, field) => {
    const wallet = await newWallet();
    const said = await register(wallet, { ...ON_BASE, ...more });
    expect(said).toMatchObject({ status: 400, body: { statusCode: 400, error: 'Bad Request' } });
    const { errors } = z
      .object({ errors: z.array(z.object({ field: z.string() })) })
      .parse(said.body);
    expect(errors.map((error) => error.field)).toContain(field);
    expect(await send(wallet)).toMatchObject({ status: 200, body: null });
  });
});

describe('wire facts 7.5, the other calls', () => {
  it('changes the active one with 200, and answers 404 where none is', async () => {
    const wallet = await newWallet();
    const put = () =>
      send(wallet, '', { method: 'PUT', body: { ...ON_BASE, tokenAddress: USDT_BASE } });
    expect(await put()).toMatchObject({ status: 404, body: { error: 'Not Found' } });
    await register(wallet, ON_BASE);
    expect(await put()).toMatchObject({ status: 200, body: { tokenAddress: USDT_BASE } });
  });

  it('returns where a wallet wants to be paid out, in five fields, or null', async () => {
    const [wallet, unrelated] = [await newWallet(), await newWallet()];
    const lookUp = (address: string) =>
      send(unrelated, `/payout-lookup?walletAddress=${encodeURIComponent(address)}`);
    expect(await lookUp(wallet.address)).toMatchObject({ status: 200, body: null });
    const { destinationId } = DestinationId.parse((await register(wallet, ON_BASE)).body);
    expect((await lookUp(wallet.address.toLowerCase())).body).toEqual({
      destinationId,
      walletAddress: wallet.address,
      tokenAddress: USDC_BASE,
      chainId: 8453,
      claimed: true,
    });
    expect(await lookUp('nobody')).toMatchObject({ status: 400 });
    expect(await send(unrelated, '/payout-lookup')).toMatchObject({ status: 400 });
  });

  it('looks up and ends own ones only; of another account it says what it says of none', async () => {
    const [wallet, unrelated] = [await newWallet(), await newWallet()];
    const { destinationId } = DestinationId.parse((await register(wallet, ON_BASE)).body);
    const at = `/lookup?destinationId=${encodeURIComponent(destinationId)}`;
    expect(await send(wallet, at)).toMatchObject({ status: 200, body: { destinationId } });
    expect(await send(unrelated, at)).toMatchObject({ status: 404 });
    expect(await patch(unrelated, '/deactivate', { destinationId })).toMatchObject({ status: 404 });
    const ended = await patch(wallet, '/deactivate', { destinationId });
    expect(ended).toMatchObject({ status: 200 });
    expect(ended.body).toEqual({
      success: true,
      message: 'Payee destination deactivated successfully',
    });
    expect(await send(wallet)).toMatchObject({ status: 200, body: null });
    expect(await send(wallet, '/lookup?destinationId=none')).toMatchObject({
      status: 400,
      body: { message: expect.stringMatching(/^Invalid destination ID format/) },
    });
  });

  it('has no change of wallet to cancel', async () => {
    const said = await patch(await newWallet(), '/wallet-change/cancel', { changeRequestId: 'x' });
    expect(said).toMatchObject({ status: 404 });
  });

  it('answers 403 to the session of an email address, and 401 without credentials, on all endpoints', async () => {
    const email = { headers: await registerAt(world.authUrl) };
    const calls: [string, SendOptions][] = [
      ['', { body: ON_BASE }],
      ['', { method: 'PUT', body: ON_BASE }],
      ['', {}],
      ['/payout-lookup?walletAddress=x', {}],
      ['/lookup?destinationId=x', {}],
      ['/deactivate', { method: 'PATCH', body: { destinationId: 'x' } }],
      ['/wallet-change/cancel', { method: 'PATCH', body: { changeRequestId: 'x' } }],
    ];
    for (const [path, question] of calls) {
      expect(await send(email, path, question), path).toMatchObject({ status: 403 });
      expect(await send({ headers: { authorization: '' } }, path, question), path).toMatchObject({
        status: 401,
      });
    }
  });
});

describe('wire facts 4.1, whom a link is paid to', () => {
  it('is the active destination of the account where none is named, and 400 where there is none', async () => {
    const wallet = await newWallet();
    const none = await create(wallet.headers);
    expect(none).toMatchObject({
      status: 400,
      body: { message: expect.stringContaining('no active payment destination') },
    });
    const { destinationId } = DestinationId.parse((await register(wallet, ON_BASE)).body);
    const made = await create(wallet.headers);
    expect(made.status).toBe(201);
    const { token } = z.object({ token: z.string() }).parse(made.body);
    expect((await world.read(token)).body['destination']).toMatchObject({
      destinationId,
      walletAddress: wallet.address,
      network: 'base',
    });
  });

  it('may be anybody for a session and an unbound client ID, and only the bound one for a bound one', async () => {
    const wallet = await newWallet();
    const { destinationId } = DestinationId.parse((await register(wallet, ON_BASE)).body);
    const other = { destinationId: world.sandbox.payee.destinationId };
    const clientIdOf = async (more: object) => {
      const body = { label: 'Server', allowedDomains: [], ...more };
      const said = await sendToHost(`${world.authUrl}/v1/client-ids`, { ...wallet, body });
      return z.object({ clientId: z.string() }).parse(said.body).clientId;
    };
    const unbound = { 'x-client-id': await clientIdOf({}) };
    const bound = { 'x-client-id': await clientIdOf({ payeeDestinationId: destinationId }) };
    expect((await create(wallet.headers, other)).status).toBe(201);
    expect((await create(unbound, other)).status).toBe(201);
    expect((await create(bound)).status).toBe(201);
    expect((await create(bound, { destinationId: destinationId.toLowerCase() })).status).toBe(201);
    const refused = await create(bound, other);
    expect(refused).toMatchObject({
      status: 403,
      body: {
        statusCode: 403,
        message: 'Destination does not match the configured payment destination.',
        error: 'Forbidden',
      },
    });
  });
});
