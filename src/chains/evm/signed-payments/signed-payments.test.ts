import { pino } from 'pino';
import { privateKeyToAccount } from 'viem/accounts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PERMIT2_ADDRESS } from '#catalog/contracts.ts';
import { type Currency, currencyById } from '#catalog/currencies.ts';
import { NETWORKS } from '#catalog/networks.ts';
import { PAYMENT_INTENT_SPENDERS } from '#catalog/payment-intent-spenders.generated.ts';
import type {
  ContentToSign,
  PaymentsToSign,
  PreparedCall,
  SignedPayments,
  TransactionSender,
} from '#chains/chain.ts';
import type { Hex } from '#kit/hex.ts';
import { SANDBOX_SENDER, TEST_ACCOUNTS } from '#sandbox/test-accounts.ts';
import { readReceipt } from '../../../../tests/support/read-receipt.ts';
import { FAR_DEADLINE } from '../../../../tests/support/signed-payment-world.ts';
import { holdings, openTestNode, type TestNode } from '../../../../tests/support/test-node.ts';
import { type EvmChain, evmChain } from '../evm-chain.ts';

const { payer, payee, feeReceiver, unrelated } = TEST_ACCOUNTS;
const EXPIRES_AT = new Date(Number(FAR_DEADLINE) * 1_000);

function currency(id: string): Currency {
  const found = currencyById(id);
  if (found === undefined) throw new Error(`${id} is not listed`);
  return found;
}

function connectedTo({ node }: TestNode): EvmChain {
  return evmChain({
    network: NETWORKS[node.network],
    rpcUrls: [node.rpcUrl],
    pollMs: 50,
    log: pino({ level: 'silent' }),
    senderKey: SANDBOX_SENDER.privateKey,
    takesSignedPayments: true,
  });
}

async function putCode({ node }: TestNode, address: string, code: string): Promise<void> {
  const body = { jsonrpc: '2.0', id: 1, method: 'anvil_setCode', params: [address, code] };
  const headers = { 'content-type': 'application/json' };
  const answer = await fetch(node.rpcUrl, { method: 'POST', headers, body: JSON.stringify(body) });
  expect(answer.ok).toBe(true);
}

/** Signs as clients do; the type that no other names is the one that is signed. */
async function sign({ domain, types, values }: ContentToSign): Promise<Hex> {
  const named = Object.values(types).flatMap((fields) => fields.map(({ type }) => type));
  const primaryType = Object.keys(types).find(
    (name) => !named.includes(name) && !named.includes(`${name}[]`),
  );
  const account = privateKeyToAccount(payer.privateKey);
  return await account.signTypedData({
    domain,
    types,
    primaryType: primaryType ?? '',
    message: values,
  });
}

function paymentIn(token: Currency): PaymentsToSign {
  return {
    payerAddress: payer.address,
    currency: token,
    payments: [
      {
        kind: 'token',
        tokenAddress: token.address,
        payeeAddress: payee.address,
        paymentReference: '0x1122334455667788',
        amountUnits: 1_000n,
        feeUnits: 10n,
        feeAddress: feeReceiver.address,
      },
    ],
    nonce: 7n,
    expiresAt: EXPIRES_AT,
  };
}

interface Reached {
  readonly signedPayments: SignedPayments;
  readonly sender: TransactionSender;
}

function reached({ signedPayments, sender }: EvmChain): Reached {
  if (!(signedPayments && sender)) throw new Error('the chain sends nothing');
  return { signedPayments, sender };
}

describe.each([
  ['matic', 'USDT-matic', ['DAI-matic']],
  ['mainnet', 'DAI-mainnet', ['USDT-mainnet']],
  ['arbitrum-one', 'USDT-arbitrum-one', []],
] as const)('signed payments on %s', (network, odd, without) => {
  let at: TestNode;
  let chain: EvmChain;
  let own: Reached;
  beforeAll(async () => {
    at = await openTestNode(network);
    chain = connectedTo(at);
    own = reached(chain);
  });
  afterAll(async () => {
    await chain.close();
    await at[Symbol.asyncDispose]();
  });

  it(`are approved and made by signatures in ${odd}, whose domain is unusual`, async () => {
    const token = currency(odd);
    const state = await own.signedPayments.readState(payer.address, token);
    expect(state).toMatchObject({ allowanceUnits: 0n, approvalNonce: 0n, isDeployed: true });
    const payment = paymentIn(token);
    const approval = { units: 1_010n, nonce: state.approvalNonce ?? 0n, expiresAt: EXPIRES_AT };
    const call = own.signedPayments.paymentCall(
      payment,
      await sign(own.signedPayments.paymentContent(payment)),
      {
        ...approval,
        signature: await sign(own.signedPayments.approvalContent(payment, approval)),
      },
    );
    const before = await holdings(at, token, [payee.address, feeReceiver.address]);
    const prepared = await own.sender.prepare(call);
    if ('refused' in prepared) throw new Error(prepared.refused);
    const { signed, transactionHash } = await own.sender.sign(prepared, prepared.nextNonce);
    expect(await chain.broadcast(signed)).toBe(transactionHash);
    const receipt = await readReceipt(at.client, transactionHash);
    expect(receipt.status).toBe('success');
    expect(receipt.gasUsed * receipt.effectiveGasPrice).toBeLessThanOrEqual(prepared.costUnits);
    const after = await holdings(at, token, [payee.address, feeReceiver.address]);
    expect(after.map((units, i) => units - (before[i] ?? 0n))).toEqual([1_000n, 10n]);
    const nonces = (depth: number) => own.sender.readNonces(own.sender.address, depth);
    expect((await nonces(1)).newest).toBe(prepared.nextNonce + 1n);
    expect((await nonces(1_000_000)).deep).toBe(0n);
    const left = await own.sender.readBalance();
    expect(left).toBe(prepared.balanceUnits - receipt.gasUsed * receipt.effectiveGasPrice);
    const again = await own.sender.prepare(call);
    const reason = 'refused' in again ? again.refused : '';
    expect(own.signedPayments.readRefusal(reason)).toBe('used_before');
  });

  it(`leave permits of an amount to tokens that have them: ${odd}`, async () => {
    const query = { holder: payer.address, account: payee.address, expiresAt: EXPIRES_AT };
    const terms = await chain.permits?.readTerms({
      ...query,
      currency: currency(odd),
      paymentReferences: ['0x1122334455667788'],
    });
    const takesAmounts = { kind: 'eip2612', isUsed: false, unitsMax: undefined };
    // The payer lets Permit2 take DAI without a limit by now.
    const unlimited = { kind: 'permit2', isUsed: false, unitsMax: 2n ** 256n - 1n };
    expect(terms).toMatchObject(odd === 'DAI-mainnet' ? unlimited : takesAmounts);
  });

  it.each(without)('take no signed approval of %s', async (id) => {
    const token = currency(id);
    const state = await own.signedPayments.readState(payer.address, token);
    expect(state).toMatchObject({ allowanceUnits: 0n, approvalNonce: undefined });
    expect(state.balanceUnits).toBeGreaterThan(0n);
  });
});

describe('what is read before a wallet signs', () => {
  let at: TestNode;
  let chain: EvmChain;
  let own: Reached;
  beforeAll(async () => {
    at = await openTestNode('base');
    chain = connectedTo(at);
    own = reached(chain);
  });
  afterAll(async () => {
    await chain.close();
    await at[Symbol.asyncDispose]();
  });

  const usdc = currency('USDC-base');
  const nonceOf = async (wallet: string) =>
    (await own.signedPayments.readState(wallet, usdc)).approvalNonce;

  it('offers no approval by signature to a wallet that has code', async () => {
    expect(await nonceOf(unrelated.address)).toBe(0n);
    await putCode(at, unrelated.address, `0xef0100${payee.address.slice(2).toLowerCase()}`);
    expect(await nonceOf(unrelated.address)).toBeUndefined();
    await putCode(at, unrelated.address, '0x');
  });

  it('offers none of a token that was renamed, has another domain or none', async () => {
    const own = String(await at.client.getCode({ address: addressOf(usdc) }));
    for (const other of ['EURC-base', 'DAI-base']) {
      const code = await at.client.getCode({ address: addressOf(currency(other)) });
      await putCode(at, usdc.address, String(code));
      expect(await nonceOf(payer.address)).toBeUndefined();
    }
    await putCode(at, usdc.address, own);
    expect(await nonceOf(payer.address)).toBe(0n);
  });

  it('shows whether both contracts are there', async () => {
    const isDeployed = async () =>
      (await own.signedPayments.readState(payer.address, usdc)).isDeployed;
    for (const address of [PERMIT2_ADDRESS, PAYMENT_INTENT_SPENDERS.base] as const) {
      const code = String(await at.client.getCode({ address }));
      await putCode(at, address, '0x');
      expect(await isDeployed()).toBe(false);
      await putCode(at, address, code);
    }
    expect(await isDeployed()).toBe(true);
  });

  it('raises fees by more than nodes demand of a replacement, up to a few times what the network takes', async () => {
    const call = { to: payee.address, data: '0x', valueUnits: 0n } as const;
    const prepared = await own.sender.prepare(call);
    if ('refused' in prepared) throw new Error(prepared.refused);
    const feeOf = ({ limits }: Pick<PreparedCall, 'limits'>) => BigInt(limits['maxFeePerGas'] ?? 0);
    const fee = feeOf(prepared);
    let raised = await own.sender.raise(prepared);
    expect(raised?.limits['gas']).toBe(prepared.limits['gas']);
    expect(raised && feeOf(raised)).toBe(fee + fee / 7n + 1n);
    let highest = fee;
    for (let times = 0; raised !== undefined && times < 40; times += 1) {
      highest = feeOf(raised);
      raised = await own.sender.raise(raised);
    }
    // A network that is silent for hours costs no fortune once it goes on.
    expect(raised).toBeUndefined();
    expect(highest).toBeLessThanOrEqual(fee * 4n);
  });
});

function addressOf({ address }: Currency): Hex {
  return `0x${address.slice(2)}`;
}
