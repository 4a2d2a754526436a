import { encodeFunctionData, erc20Abi, numberToHex, parseAbi } from 'viem';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { PERMIT2_ADDRESS } from '#catalog/contracts.ts';
import { currencyById } from '#catalog/currencies.ts';
import { TOKEN_PERMITS } from '#catalog/token-permits.ts';
import type { Hex } from '#kit/hex.ts';
import { readReceipt } from '../../tests/support/read-receipt.ts';
import { hex } from '../../tests/support/route-sample.ts';
import {
  allowanceOf,
  approvePermit2,
  PART,
  type Signed,
  sampleAt,
  sendSigned,
  separatorOf,
  signPayment,
  signTokenPermit,
  spenderAt,
  type TokenApproval,
} from '../../tests/support/signed-payment-world.ts';
import { followedFrom, openTestNode, type TestNode } from '../../tests/support/test-node.ts';
import { TEST_ACCOUNTS } from './test-accounts.ts';
import { sendCall } from './test-wallet.ts';

const { payer, payee, feeReceiver, unrelated } = TEST_ACCOUNTS;

function currency(id: string) {
  const found = currencyById(id);
  if (found === undefined) throw new Error(`${id} is not listed`);
  return found;
}
const USDC = currency('USDC-base');

/** Errors of Permit2 and of the contract, by their selectors. */
const INVALID_SIGNER = /0x815e1d64/;
const INVALID_NONCE = /0x756688fe/;
const SIGNATURE_EXPIRED = /0xcd21db4f/;
const AMOUNT_NOT_SPENT = /0xa66a57c5/;
const NOTHING_TO_PAY = /0x4d63c252/;

let base: TestNode;
beforeAll(async () => {
  base = await openTestNode('base');
  await approvePermit2(base, USDC.address);
});
afterAll(() => base[Symbol.asyncDispose]());

async function balancesOf(at: TestNode, token: string): Promise<readonly bigint[]> {
  const holders = [payer.address, payee.address, feeReceiver.address, spenderAt(at)];
  const call = { address: hex(token), abi: erc20Abi, functionName: 'balanceOf' } as const;
  return await Promise.all(
    holders.map((holder) => at.client.readContract({ ...call, args: [holder] })),
  );
}

/** How the balances of payer, payee, fee receiver and contract changed while something ran. */
async function changesBy(
  run: () => Promise<unknown>,
  at: TestNode = base,
  token: string = USDC.address,
): Promise<readonly bigint[]> {
  const before = await balancesOf(at, token);
  await run();
  const after = await balancesOf(at, token);
  return after.map((units, i) => units - (before[i] ?? 0n));
}

const PAID = [-10_500000n, 10_000000n, 500000n, 0n];
const NOTHING = [0n, 0n, 0n, 0n];

describe('a signed payment', () => {
  let signed: Signed;
  let signature: Hex;
  beforeEach(async () => {
    signed = sampleAt(base, USDC.address);
    signature = await signPayment(base, signed);
  });

  it('is paid through the fee proxy, whoever sends it, and leaves nothing behind', async () => {
    expect(await changesBy(() => sendSigned(base, signed, { signature }))).toEqual(PAID);
  });

  it('counts as a payment of the wallet that signed it', async () => {
    const startBlock = (await base.chain.readHead()) + 1n;
    await sendSigned(base, signed, { signature });
    expect(await followedFrom(base, startBlock)).toMatchObject([
      {
        kind: 'token',
        payerAddress: payer.address,
        payeeAddress: payee.address,
        tokenAddress: USDC.address,
        creditedUnits: 10_000000n,
        feeUnits: 500000n,
        feeAddress: feeReceiver.address,
      },
    ]);
  });

  it('makes several payments or none', async () => {
    const second = { ...PART, payee: unrelated.address, amount: 7n, feeAmount: 0n };
    const both = { ...signed.intent, payments: [PART, second] };
    const together = { ...signed, intent: both };
    const given = await signPayment(base, together);
    expect(await changesBy(() => sendSigned(base, together, { signature: given }))).toEqual([
      -10_500007n,
      ...PAID.slice(1),
    ]);
  });

  it.each<[string, (from: Signed) => Signed]>([
    ['another payee', (from) => withPart(from, { payee: unrelated.address })],
    ['a larger amount', (from) => withPart(from, { amount: 10_000001n })],
    ['a smaller amount', (from) => withPart(from, { amount: 9_999999n })],
    ['another reference', (from) => withPart(from, { paymentReference: '0x1122334455667789' })],
    ['a larger fee', (from) => withPart(from, { feeAmount: 500001n })],
    ['the fee to another', (from) => withPart(from, { feeAddress: unrelated.address })],
    [
      'amount and fee exchanged',
      (from) => withPart(from, { amount: 500000n, feeAmount: 10n ** 7n }),
    ],
    ['another nonce', (from) => ({ ...from, nonce: from.nonce + 1_000n })],
    ['a later deadline', (from) => ({ ...from, deadline: from.deadline + 1n })],
    ['the tokens of another', (from) => ({ ...from, owner: payee.address })],
    [
      'one payment more',
      (from) => ({ ...from, intent: { ...from.intent, payments: [PART, PART] } }),
    ],
  ])('is refused with %s', async (_, change) => {
    const changes = await changesBy(() =>
      expect(sendSigned(base, change(signed), { signature })).rejects.toThrow(INVALID_SIGNER),
    );
    expect(changes).toEqual(NOTHING);
  });

  it('happens once', async () => {
    await sendSigned(base, signed, { signature });
    await expect(sendSigned(base, signed, { signature })).rejects.toThrow(INVALID_NONCE);
  });

  it('is refused when it was signed for another contract', async () => {
    const foreign = await signPayment(base, { ...signed, spender: unrelated.address });
    await expect(sendSigned(base, signed, { signature: foreign })).rejects.toThrow(INVALID_SIGNER);
  });

  it('cannot be spent by another contract', async () => {
    const other = await deployAnother(base, spenderAt(base));
    await expect(sendSigned(base, signed, { signature, to: other })).rejects.toThrow(
      INVALID_SIGNER,
    );
  });

  it('is refused after its deadline', async () => {
    const late = { ...signed, deadline: 1n };
    const given = await signPayment(base, late);
    await expect(sendSigned(base, late, { signature: given })).rejects.toThrow(SIGNATURE_EXPIRED);
  });

  it('never uses tokens that were sent to the contract', async () => {
    await mintToSpender(base, USDC.address);
    expect(await changesBy(() => sendSigned(base, signed, { signature }))).toEqual(PAID);
  });

  it('is refused where nobody would get the fee or the contract itself would', async () => {
    const nobody = { feeAddress: numberToHex(0, { size: 20 }) };
    for (const part of [nobody, { payee: spenderAt(base) }]) {
      const odd = withPart(signed, part);
      const given = await signPayment(base, odd);
      await expect(sendSigned(base, odd, { signature: given })).rejects.toThrow(AMOUNT_NOT_SPENT);
    }
  });

  it('is refused where nothing is paid', async () => {
    const empty = { ...signed, intent: { ...signed.intent, payments: [] } };
    const given = await signPayment(base, empty);
    await expect(sendSigned(base, empty, { signature: given })).rejects.toThrow(NOTHING_TO_PAY);
  });
});

function withPart(signed: Signed, part: Partial<typeof PART>): Signed {
  const payments = signed.intent.payments.map((one) => ({ ...one, ...part }));
  return { ...signed, intent: { ...signed.intent, payments } };
}

describe.each([
  ['mainnet', ['USDC-mainnet', 'DAI-mainnet', 'USDT-mainnet']],
  ['arbitrum-one', ['USDT-arbitrum-one', 'DAI-arbitrum-one']],
  ['matic', ['USDT-matic']],
] as const)('on %s', (network, ids) => {
  let at: TestNode;
  beforeAll(async () => {
    at = await openTestNode(network);
  });
  afterAll(() => at[Symbol.asyncDispose]());

  const tokens = ids.map(currency);
  it.each(tokens.filter(({ id }) => TOKEN_PERMITS.has(id)))(
    '$id is paid without a transaction of the payer',
    async (token) => {
      const signed = sampleAt(at, token.address);
      const signature = await signPayment(at, signed);
      const approval = await signTokenPermit(at, token, 10_500000n);
      const send = () => sendSigned(at, signed, { signature, approval });
      expect(await changesBy(send, at, token.address)).toEqual(PAID);
    },
  );

  it.each(tokens.filter(({ id }) => TOKEN_PERMITS.has(id)))(
    'a permit of $id that was used before continues by the allowance that it set',
    async (token) => {
      const signed = sampleAt(at, token.address);
      const signature = await signPayment(at, signed);
      const approval = await signTokenPermit(at, token, 10_500000n);
      await usePermit(at, token.address, approval);
      expect(await allowanceOf(at, token.address)).toBeGreaterThanOrEqual(10_500000n);
      const send = () => sendSigned(at, signed, { signature, approval });
      expect(await changesBy(send, at, token.address)).toEqual(PAID);
    },
  );

  it.each(tokens.filter(({ id }) => !TOKEN_PERMITS.has(id)))(
    '$id, which returns nothing and wants its allowance cleared, is paid again and again',
    async (token) => {
      await approvePermit2(at, token.address);
      for (let times = 0; times < 2; times += 1) {
        const signed = sampleAt(at, token.address);
        const signature = await signPayment(at, signed);
        const send = () => sendSigned(at, signed, { signature });
        expect(await changesBy(send, at, token.address)).toEqual(PAID);
      }
    },
  );
});

describe('the domains of tokens', () => {
  it('are those of the public tokens where these were read', async () => {
    await using arbitrum = await openTestNode('arbitrum-one');
    await using polygon = await openTestNode('matic');
    const usdt = currency('USDT-arbitrum-one');
    expect(await separatorOf(arbitrum, usdt.address)).toMatch(/^0x566af68f/);
    const salted = currency('USDT-matic');
    expect(await separatorOf(polygon, salted.address)).toMatch(/^0x7b43b7de/);
  });
});

/** Gives the contract a unit of a token that nobody signed for. */
async function mintToSpender(at: TestNode, to: string): Promise<void> {
  const abi = parseAbi(['function mint(address to, uint256 units)']);
  const data = encodeFunctionData({ abi, functionName: 'mint', args: [spenderAt(at), 1n] });
  const hash = await sendCall(at.node, unrelated, { to, data, valueUnits: 0n });
  await readReceipt(at.client, hash);
}

/** Puts the same code to another address, as a contract that somebody else deployed. */
async function deployAnother({ client, node }: TestNode, of: Hex): Promise<Hex> {
  const other = '0x00000000000000000000000000000000000a0735';
  const params = [other, await client.getCode({ address: of })];
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'anvil_setCode', params });
  const headers = { 'content-type': 'application/json' };
  const answer = await fetch(node.rpcUrl, { method: 'POST', headers, body });
  expect(answer.ok).toBe(true);
  return other;
}

const eip2612Abi = parseAbi([
  'function permit(address owner, address spender, uint256 value, uint256 deadline, uint8 v, bytes32 r, bytes32 s)',
]);
const daiAbi = parseAbi([
  'function permit(address holder, address spender, uint256 nonce, uint256 expiry, bool allowed, uint8 v, bytes32 r, bytes32 s)',
]);

/** Hands a permit to the token before the contract does. */
async function usePermit(at: TestNode, to: string, approval: TokenApproval): Promise<void> {
  const { form, value, nonce, deadline, v, r, s } = approval;
  const [holder, spender] = [payer.address, PERMIT2_ADDRESS] as const;
  const data =
    form === 1
      ? encodeFunctionData({ abi: eip2612Abi, args: [holder, spender, value, deadline, v, r, s] })
      : encodeFunctionData({
          abi: daiAbi,
          args: [holder, spender, nonce, deadline, true, v, r, s],
        });
  const hash = await sendCall(at.node, unrelated, { to, data, valueUnits: 0n });
  await readReceipt(at.client, hash);
}
