import {
  encodeFunctionData,
  erc20Abi,
  hexToBigInt,
  maxUint256,
  numberToHex,
  parseAbi,
  parseSignature,
  type TypedDataDomain,
} from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { paymentIntentSpenderAbi } from '#catalog/abis/payment-intent-spender.generated.ts';
import { PERMIT2_ADDRESS } from '#catalog/contracts.ts';
import { PAYMENT_INTENT_SPENDERS } from '#catalog/payment-intent-spenders.generated.ts';
import { TOKEN_PERMITS } from '#catalog/token-permits.ts';
import type { Hex } from '#kit/hex.ts';
import { TEST_ACCOUNTS, type TestAccount } from '#sandbox/test-accounts.ts';
import { sendCall } from '#sandbox/test-wallet.ts';
import { readReceipt } from './read-receipt.ts';
import { hex } from './route-sample.ts';
import type { TestNode } from './test-node.ts';

const { payer, payee, feeReceiver, unrelated } = TEST_ACCOUNTS;

/** One call of the fee proxy, as the contract takes it. */
export interface SignedPart {
  readonly payee: Hex;
  readonly amount: bigint;
  readonly paymentReference: Hex;
  readonly feeAmount: bigint;
  readonly feeAddress: Hex;
}

/** What the payer signs for Permit2, and what it is sent with. */
export interface Signed {
  readonly intent: { readonly token: Hex; readonly payments: readonly SignedPart[] };
  readonly owner: Hex;
  readonly nonce: bigint;
  readonly deadline: bigint;
  readonly spender: Hex;
}

/** A token permit as the contract takes it. */
export interface TokenApproval {
  readonly form: number;
  readonly value: bigint;
  readonly nonce: bigint;
  readonly deadline: bigint;
  readonly v: number;
  readonly r: Hex;
  readonly s: Hex;
}

const NO_WORD = numberToHex(0, { size: 32 });

/** No token permit. */
const NO_APPROVAL: TokenApproval = {
  form: 0,
  value: 0n,
  nonce: 0n,
  deadline: 0n,
  v: 0,
  r: NO_WORD,
  s: NO_WORD,
};

/** Ten tokens for the payee, half a token as the fee. */
export const PART: SignedPart = {
  payee: payee.address,
  amount: 10_000000n,
  paymentReference: '0x1122334455667788',
  feeAmount: 500000n,
  feeAddress: feeReceiver.address,
};

/** Later than any test ends. */
export const FAR_DEADLINE = 4_000_000_000n;

/** Where the contract stands on a test's network. */
export function spenderAt({ node }: TestNode): Hex {
  const address = new Map<string, Hex>(Object.entries(PAYMENT_INTENT_SPENDERS)).get(node.network);
  if (address === undefined) throw new Error(`${node.network} has no spender`);
  return address;
}

let nonces = 1n;

/** A sample to sign, with a nonce of its own. */
export function sampleAt(at: TestNode, token: string, changes: Partial<Signed> = {}): Signed {
  nonces += 1n;
  const intent = { token: hex(token), payments: [PART] };
  const spender = spenderAt(at);
  return {
    intent,
    owner: payer.address,
    nonce: nonces,
    deadline: FAR_DEADLINE,
    spender,
    ...changes,
  };
}

const CONTENT = 'witness';
const TYPES = {
  PermitBatchWitnessTransferFrom: [
    { name: 'permitted', type: 'TokenPermissions[]' },
    { name: 'spender', type: 'address' },
    { name: 'nonce', type: 'uint256' },
    { name: 'deadline', type: 'uint256' },
    { name: CONTENT, type: 'PaymentIntent' },
  ],
  TokenPermissions: [
    { name: 'token', type: 'address' },
    { name: 'amount', type: 'uint256' },
  ],
  PaymentIntent: [
    { name: 'token', type: 'address' },
    { name: 'payments', type: 'Payment[]' },
  ],
  Payment: [
    { name: 'payee', type: 'address' },
    { name: 'amount', type: 'uint256' },
    { name: 'paymentReference', type: 'bytes' },
    { name: 'feeAmount', type: 'uint256' },
    { name: 'feeAddress', type: 'address' },
  ],
} as const;

/** Signs a payment for Permit2 as a wallet does. */
export async function signPayment(
  at: TestNode,
  { intent, spender, nonce, deadline }: Signed,
  by: TestAccount = payer,
): Promise<Hex> {
  const amount = intent.payments.reduce((sum, part) => sum + part.amount + part.feeAmount, 0n);
  return await privateKeyToAccount(by.privateKey).signTypedData({
    domain: { name: 'Permit2', chainId: at.node.chainId, verifyingContract: PERMIT2_ADDRESS },
    types: TYPES,
    primaryType: 'PermitBatchWitnessTransferFrom',
    message: {
      permitted: [{ token: intent.token, amount }],
      spender,
      nonce,
      deadline,
      [CONTENT]: intent,
    },
  });
}

/** Sends a signed payment to a contract, by default as somebody else than the payer. */
export async function sendSigned(
  at: TestNode,
  { intent, owner, nonce, deadline, spender }: Signed,
  { signature, approval = NO_APPROVAL, to = spender, by = unrelated }: Sending,
): Promise<Hex> {
  const data = encodeFunctionData({
    abi: paymentIntentSpenderAbi,
    functionName: 'pay',
    args: [intent, owner, nonce, deadline, signature, approval],
  });
  const hash = await sendCall(at.node, by, { to, data, valueUnits: 0n });
  await readReceipt(at.client, hash);
  return hash;
}

interface Sending {
  readonly signature: Hex;
  readonly approval?: TokenApproval;
  readonly to?: Hex;
  readonly by?: TestAccount;
}

/** Lets Permit2 take tokens of the payer by a transaction of its own. */
export async function approvePermit2(
  at: TestNode,
  token: string,
  units: bigint = maxUint256,
): Promise<void> {
  const args = [PERMIT2_ADDRESS, units] as const;
  const data = encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args });
  const hash = await sendCall(at.node, payer, { to: token, data, valueUnits: 0n });
  await readReceipt(at.client, hash);
}

const domainAbi = parseAbi([
  'function nonces(address owner) view returns (uint256)',
  'function DOMAIN_SEPARATOR() view returns (bytes32)',
]);

/** What a token says its domain is. */
export async function separatorOf({ client }: TestNode, token: string): Promise<Hex> {
  const call = { address: hex(token), abi: domainAbi, functionName: 'DOMAIN_SEPARATOR' } as const;
  return await client.readContract(call);
}

const EIP2612_TYPES = {
  Permit: [
    { name: 'owner', type: 'address' },
    { name: 'spender', type: 'address' },
    { name: 'value', type: 'uint256' },
    { name: 'nonce', type: 'uint256' },
    { name: 'deadline', type: 'uint256' },
  ],
} as const;
const DAI_TYPES = {
  Permit: [
    { name: 'holder', type: 'address' },
    { name: 'spender', type: 'address' },
    { name: 'nonce', type: 'uint256' },
    { name: 'expiry', type: 'uint256' },
    { name: 'allowed', type: 'bool' },
  ],
} as const;

/** Signs the approval of a token of the catalog, by its row in the table. */
export async function signTokenPermit(
  at: TestNode,
  token: { readonly id: string; readonly address: string },
  value: bigint,
): Promise<TokenApproval> {
  const permit = TOKEN_PERMITS.get(token.id);
  if (permit === undefined) throw new Error(`${token.id} takes no permits`);
  const verifyingContract = hex(token.address);
  const { name, version, isSalted } = permit;
  const domain: TypedDataDomain = isSalted
    ? { name, version, verifyingContract, salt: numberToHex(at.node.chainId, { size: 32 }) }
    : { name, version, chainId: at.node.chainId, verifyingContract };
  const args = [payer.address] as const;
  const call = {
    address: verifyingContract,
    abi: domainAbi,
    functionName: 'nonces',
    args,
  } as const;
  const nonce = await at.client.readContract(call);
  const account = privateKeyToAccount(payer.privateKey);
  const to = { domain, primaryType: 'Permit' } as const;
  const common = { spender: PERMIT2_ADDRESS, nonce } as const;
  const isDai = permit.form === 'dai';
  const signature = isDai
    ? await account.signTypedData({
        ...to,
        types: DAI_TYPES,
        message: { ...common, holder: payer.address, expiry: FAR_DEADLINE, allowed: true },
      })
    : await account.signTypedData({
        ...to,
        types: EIP2612_TYPES,
        message: { ...common, owner: payer.address, value, deadline: FAR_DEADLINE },
      });
  const { r, s, v } = parseSignature(signature);
  return { form: isDai ? 2 : 1, value, nonce, deadline: FAR_DEADLINE, v: Number(v), r, s };
}

/** How much Permit2 may take of a token from the payer. */
export async function allowanceOf({ client }: TestNode, token: string): Promise<bigint> {
  const args = [payer.address, PERMIT2_ADDRESS] as const;
  const data = encodeFunctionData({ abi: erc20Abi, functionName: 'allowance', args });
  return hexToBigInt((await client.call({ to: hex(token), data })).data ?? '0x0');
}
