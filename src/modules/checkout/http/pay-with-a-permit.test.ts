import { decodeFunctionData } from 'viem';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { erc20Abi } from '#catalog/abis/erc20.generated.ts';
import { PERMIT2_ADDRESS } from '#catalog/contracts.ts';
import { type Hex, isHex } from '#kit/hex.ts';
import { TEST_ACCOUNTS, type TestAccount } from '#sandbox/test-accounts.ts';
import { bridgedChain, sampleProvider } from '../../../../tests/support/bridged-chains.ts';
import { insertPayouts, newBundle } from '../../../../tests/support/bundles.ts';
import { FIRST, keyPermits, signPermit } from '../../../../tests/support/key-permits.ts';
import { insertLink } from '../../../../tests/support/payable-link.ts';
import { type PayerHost, payerHost } from '../../../../tests/support/payer-host.ts';
import { safeAccounts, safeState } from '../../../../tests/support/safe-accounts.ts';
import { connected, RICH } from '../../../../tests/support/still-chain.ts';
import { deleteExpiredQuotes } from '../../crosschain/store.ts';

const ACCOUNT = '0x5555555555555555555555555555555555555555';
const OTHER = '0x7777777777777777777777777777777777777777';
const { payer, unrelated } = TEST_ACCOUNTS;
const KEY = payer.address;

const own = { ...safeAccounts('base'), ...keyPermits('base') };
const ofBase = keyPermits('base');
const ofArbitrum = keyPermits('arbitrum-one');
const elsewhere = safeAccounts('arbitrum-one');
const base = Object.assign(bridgedChain('base', [ACCOUNT]), {
  accounts: own.accounts,
  permits: ofBase.permits,
});
const arbitrum = Object.assign(bridgedChain('arbitrum-one', [ACCOUNT]), {
  accounts: elsewhere.accounts,
  permits: ofArbitrum.permits,
});
/** What each further quote costs more, so that no two take the same. */
let price = 30n;
const provider = sampleProvider(() => {
  price += 1n;
  return { costHundredths: price };
});
let host: PayerHost;
beforeAll(async () => {
  host = await payerHost({ chains: connected(arbitrum, base), routes: provider });
});
afterAll(() => host[Symbol.asyncDispose]());
beforeEach(() => {
  for (const { script } of [own, elsewhere]) {
    script.states.clear();
    script.states.set(ACCOUNT, safeState([KEY], { threshold: 1 }));
  }
  ofBase.terms = FIRST;
  ofArbitrum.terms = FIRST;
  ofBase.queries.length = 0;
  base.balances = RICH;
  arbitrum.balances = { ...RICH, balanceUnits: 500_000_000n };
  provider.quoted.length = 0;
});

const BY = `wallet=${ACCOUNT}&eoaWallet=${KEY}`;
const FROM = `${BY}&chain=ARBITRUM&token=USDC`;

const Transactions = z.array(
  z.object({
    to: z.string(),
    data: z.custom<Hex>((data) => typeof data === 'string' && isHex(data)),
  }),
);
const Permit = z.looseObject({
  kind: z.string(),
  typedData: z.looseObject({
    domain: z.looseObject({}),
    message: z.looseObject({ deadline: z.string() }),
  }),
});
const Offered = z.looseObject({ eoaApprovalTransactions: Transactions, permit: Permit });

/** What a permit says, with what a test changes of it. */
type Message = Readonly<Record<string, string>>;

interface Signed {
  readonly message: Message;
  readonly by: TestAccount;
}

/** What is prepared first, and what is prepared for a signature of the permit that it offers, or of another. */
async function payTwice(
  token: string,
  query: string,
  { message = {}, by = payer }: Partial<Signed> = {},
) {
  const first = await host.get(`${token}/pay?${query}`);
  expect(first).toMatchObject({ status: 200 });
  const offered = Offered.parse(first.body);
  const { typedData } = offered.permit;
  const said = { ...typedData, message: { ...typedData.message, ...message } };
  const signature = await signPermit({ typedData: said }, by);
  const signed = `&permitSignature=${signature}&permitDeadline=${typedData.message.deadline}`;
  const second = () => host.get(`${token}/pay?${query}${signed}`);
  return { first: first.body, permit: offered.permit, second };
}

async function newLink(parts: Parameters<typeof insertLink>[1] = {}) {
  return await insertLink(host.ctx.db, { currencyId: 'USDC-base', ...parts });
}

type Kind = Parameters<typeof newBundle>[2];

async function newBundleOf(currencyIds: readonly string[], kind: Kind = 'evm_same_chain') {
  const links = await insertPayouts(
    host.ctx,
    currencyIds.map((currencyId) => ({ currencyId })),
  );
  return await newBundle(host.ctx, links, kind);
}

/** A batch link over two requests, in the currencies that are named. */
async function newBatch(...[one, other]: readonly [string, string]): Promise<string> {
  const first = await newLink({ currencyId: one });
  const second = await newLink({ currencyId: other, accountId: first.accountId });
  const { db } = host.ctx;
  await db
    .updateTable('secure_payment_request')
    .set({ secure_payment_token: first.token, position: 1 })
    .where('request_id', '=', second.requestRowId)
    .execute();
  await db
    .updateTable('secure_payment')
    .set({ payment_type: 'batch' })
    .where('token', '=', first.token)
    .execute();
  return first.token;
}

const PERMIT = '0xd505accf';
const selectorsOf = (transactions: unknown) =>
  Transactions.parse(transactions).map(({ data }) => data.slice(0, 10));
/** What is taken of the key first. */
const pulledBy = ({ data }: { readonly data: Hex }) =>
  decodeFunctionData({ abi: erc20Abi, data }).args;

const notAccepted = (message: RegExp) => ({
  status: 400,
  body: {
    code: 'permit_not_accepted',
    errors: [{ field: 'permitSignature', message: expect.stringMatching(message) }],
  },
});

const ATTACKS: readonly (readonly [string, Partial<Signed>])[] = [
  ['for another spender', { message: { spender: OTHER } }],
  ['of more', { message: { value: '999999999999' } }],
  ['of a deadline that is far away', { message: { deadline: '9999999999' } }],
  ['with another nonce', { message: { nonce: '1' } }],
  ['of another key', { by: unrelated }],
];

describe('a bundle of one token', () => {
  it('is paid with one permit of all that it takes', async () => {
    const { token } = await newBundleOf(['USDC-base', 'USDC-base']);
    const { first, permit, second } = await payTwice(token, BY);
    expect(permit.typedData.message).toMatchObject({ value: '25000000', spender: ACCOUNT });
    expect(first['eoaApprovalTransactions']).toHaveLength(1);
    const { status, body } = await second();
    expect(status).toBe(200);
    const [submitted, pull] = Transactions.parse(body['transactions']);
    expect(submitted?.data.slice(0, 10)).toBe(PERMIT);
    expect(pull && pulledBy(pull)).toEqual([KEY, ACCOUNT, 25_000_000n]);
    expect(body).toMatchObject({
      eoaApprovalTransactions: [],
      metadata: {
        approvalTransactionIndices: [2],
        batchPayments: [{ transactionIndex: 3, childPositions: [0, 1] }],
        hasEnoughAllowance: true,
        eoaApprovalRequired: false,
      },
    });
    expect(body).not.toHaveProperty('permit');
  });

  it.each(ATTACKS)('takes no permit %s', async (_what, signed) => {
    const { token } = await newBundleOf(['USDC-base', 'USDC-base']);
    const { second } = await payTwice(token, BY, signed);
    expect(await second()).toMatchObject(
      notAccepted(/must be the signature of eoaWallet for 25000000 units of USDC-base/),
    );
  });

  it('takes the permit no more once one of its children was paid otherwise', async () => {
    const { token, links } = await newBundleOf(['USDC-base', 'USDC-base']);
    const { second } = await payTwice(token, BY);
    await host.ctx.db
      .updateTable('secure_payment')
      .set({ status: 'invalidated' })
      .where('token', '=', links[0]?.token ?? '')
      .execute();
    expect(await second()).toMatchObject(notAccepted(/for 12500000 units/));
  });

  it('is paid by Permit2 in one call, with a nonce that no part of it has alone', async () => {
    const terms = { ...FIRST, kind: 'permit2', unitsMax: 25_000_000n } as const;
    ofBase.terms = terms;
    const { token } = await newBundleOf(['USDC-base', 'USDC-base']);
    const { second } = await payTwice(token, BY);
    const { body } = await second();
    expect(Transactions.parse(body['transactions'])[0]?.to).toBe(PERMIT2_ADDRESS);
    expect(ofBase.queries[0]?.paymentReferences).toHaveLength(2);
  });
});

it('a bundle of several tokens offers no permit, as each would be a signature, and takes none', async () => {
  const { token } = await newBundleOf(['USDC-base', 'DAI-base']);
  const { body } = await host.get(`${token}/pay?${BY}`);
  expect(body).not.toHaveProperty('permit');
  expect(body['eoaApprovalTransactions']).toHaveLength(2);
  const { second } = await payTwice((await newLink()).token, BY);
  const [, signed] = [await second(), `&permitSignature=0x${'12'.repeat(64)}1b`];
  const deadline = Math.floor(host.ctx.now().getTime() / 1_000) + 60;
  const answer = await host.get(`${token}/pay?${BY}${signed}&permitDeadline=${deadline}`);
  expect(answer).toMatchObject(
    notAccepted(/a permit is of one token, and USDC-base, DAI-base are taken/),
  );
});

describe('a batch of one token', () => {
  it('is paid with one permit of all that it takes', async () => {
    const token = await newBatch('USDC-base', 'USDC-base');
    const { second } = await payTwice(token, BY);
    const { status, body } = await second();
    expect(status).toBe(200);
    expect(selectorsOf(body['ERC20ApprovalTransactions']).slice(0, 2)).toEqual([
      PERMIT,
      '0x23b872dd',
    ]);
    expect(body['eoaApprovalTransactions']).toEqual([]);
  });

  it.each(ATTACKS)('takes no permit %s', async (_what, signed) => {
    const { second } = await payTwice(await newBatch('USDC-base', 'USDC-base'), BY, signed);
    expect(await second()).toMatchObject(notAccepted(/for 25000000 units of USDC-base/));
  });
});

describe('a payment from another network', () => {
  it('is paid with a permit of exactly what its quote takes, which is kept for the signature', async () => {
    const { token } = await newLink();
    const { first, permit, second } = await payTwice(token, FROM);
    const { value } = permit.typedData.message;
    expect(first).toMatchObject({ metadata: { sourceAmount: value } });
    expect(permit.typedData.domain).toMatchObject({ chainId: 42_161 });
    // Somebody else asks in between: a quote of that moment takes another amount.
    await host.get(`${token}/pay?${FROM}`);
    const quotes = provider.quoted.length;
    const { status, body } = await second();
    expect(status).toBe(200);
    expect(provider.quoted).toHaveLength(quotes);
    const [submitted, pull, ...others] = Transactions.parse(body['transactions']);
    expect(submitted?.data.slice(0, 10)).toBe(PERMIT);
    expect(pull && pulledBy(pull)).toEqual([KEY, ACCOUNT, BigInt(String(value))]);
    expect(others).toEqual(Transactions.parse(first['transactions']).slice(1));
    expect(body).toMatchObject({
      eoaApprovalTransactions: [],
      metadata: {
        sourceAmount: value,
        hasEnoughAllowance: true,
        eoaApprovalRequired: false,
        paymentTransactionIndex: 3,
      },
    });
  });

  it.each(ATTACKS)('takes no permit %s', async (_what, signed) => {
    const { second } = await payTwice((await newLink()).token, FROM, signed);
    expect(await second()).toMatchObject(notAccepted(/units of USDC-arbitrum-one/));
  });

  it('takes the permit of no other link, and none of a deadline for which nothing was quoted', async () => {
    const one = await newLink();
    const other = await newLink();
    const { permit } = await payTwice(one.token, FROM);
    const { deadline } = permit.typedData.message;
    const signature = await signPermit(permit);
    const asked = (token: string, until: string) =>
      host.get(`${token}/pay?${FROM}&permitSignature=${signature}&permitDeadline=${until}`);
    const gone = notAccepted(/of a quote that has expired, or of another payment/);
    expect(await asked(other.token, deadline)).toMatchObject(gone);
    expect(await asked(one.token, `${Number(deadline) - 1}`)).toMatchObject(gone);
    expect(await asked(one.token, deadline)).toMatchObject({ status: 200 });
  });

  it('is paid with one permit for all routes of a bundle', async () => {
    const { token } = await newBundleOf(['USDC-base', 'USDC-base'], 'evm_cross_chain');
    const { permit, second } = await payTwice(token, FROM);
    const { status, body } = await second();
    expect(status).toBe(200);
    const [submitted, pull] = Transactions.parse(body['transactions']);
    expect(submitted?.data.slice(0, 10)).toBe(PERMIT);
    expect(pull && pulledBy(pull)[2]).toBe(BigInt(String(permit.typedData.message['value'])));
    expect(body).toMatchObject({ metadata: { bridgeTxIndices: [3, 4], hasEnoughAllowance: true } });
    expect(provider.quoted).toHaveLength(2);
  });

  it('is quoted anew, and signed anew, once its quote has expired', async () => {
    const { token } = await newLink();
    const { second } = await payTwice(token, FROM);
    const { db } = host.ctx;
    expect(await deleteExpiredQuotes(host.ctx, 100)).toBe(0);
    await db.updateTable('kept_quote').set({ expires_at: host.ctx.now() }).execute();
    expect(await second()).toMatchObject(notAccepted(/has expired/));
    expect(await deleteExpiredQuotes(host.ctx, 1)).toBe(1);
    expect((await payTwice(token, FROM)).permit).toBeDefined();
  });

  it('keeps no quote where nobody can sign for it', async () => {
    await host.ctx.db.deleteFrom('kept_quote').execute();
    arbitrum.balances = { ...RICH, allowanceUnits: 10n ** 20n };
    const { token } = await newLink();
    expect((await host.get(`${token}/pay?${FROM}`)).body).not.toHaveProperty('permit');
    elsewhere.script.states.set(KEY, { kind: 'delegated', to: OTHER });
    expect((await host.get(`${token}/pay?${FROM}`)).body).not.toHaveProperty('permit');
    expect(await host.ctx.db.selectFrom('kept_quote').selectAll().execute()).toEqual([]);
  });
});

describe('a permit is taken of no wallet that pays with its own tokens', () => {
  it.each<[string, string, Kind]>([
    ['one by one', `wallet=${KEY}`, 'evm_same_chain'],
    ['as a Safe', `wallet=${ACCOUNT}&isSafe=true`, 'evm_same_chain'],
    ['from another network', `wallet=${KEY}&chain=ARBITRUM&token=USDC`, 'evm_cross_chain'],
  ])('%s', async (_what, query, kind) => {
    const { token } = await newLink();
    const bundle = await newBundleOf(['USDC-base'], kind);
    const { permit } = await payTwice(token, BY);
    const { deadline } = permit.typedData.message;
    const signed = `permitSignature=${await signPermit(permit)}&permitDeadline=${deadline}`;
    for (const path of [`${token}/pay?${query}`, `${bundle.token}/pay?${query}`]) {
      expect(await host.get(`${path}&${signed}`)).toMatchObject({
        status: 400,
        body: { code: 'invalid_request', errors: [{ field: 'permitSignature' }] },
      });
      expect((await host.get(path)).body).not.toHaveProperty('permit');
    }
  });
});
