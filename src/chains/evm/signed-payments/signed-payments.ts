import { type Client, size, slice } from 'viem';
import { erc20Abi } from '#catalog/abis/erc20.generated.ts';
import { paymentIntentSpenderAbi } from '#catalog/abis/payment-intent-spender.generated.ts';
import { PERMIT2_ADDRESS } from '#catalog/contracts.ts';
import type { Currency } from '#catalog/currencies.ts';
import { TOKEN_PERMITS } from '#catalog/token-permits.ts';
import { invariant, Outage } from '#kit/failure.ts';
import type { Hex } from '#kit/hex.ts';
import type {
  SignedApproval,
  SignedPaymentRefusal,
  SignedPaymentState,
  SignedPayments,
} from '../../signed-payments.ts';
import { evmAddress } from '../address.ts';
import { addressArgument, contractFunction, encodeApproval, encodeCall } from '../encode.ts';
import type { EvmNodeClient } from '../nodes/evm-connection.ts';
import { isWord, readTokenNonce, secondsOf } from '../permits/token-domain.ts';
import { approvalContent, intentOf, paymentContent } from './content.ts';

const balanceOf = contractFunction(erc20Abi, 'balanceOf');
const allowanceOf = contractFunction(erc20Abi, 'allowance');
const pay = contractFunction(paymentIntentSpenderAbi, 'pay');
const NO_WORD: Hex = `0x${'00'.repeat(32)}`;

/** No token permit, as the contract takes it. */
const NO_APPROVAL = { form: 0, value: 0n, nonce: 0n, deadline: 0n, v: 0, r: NO_WORD, s: NO_WORD };
/** How the contract numbers the forms of token permits. */
const FORMS = { eip2612: 1, dai: 2 } as const;

/** Errors of Permit2, by their selectors. */
const REFUSALS: ReadonlyMap<string, SignedPaymentRefusal> = new Map([
  // InvalidSigner, InvalidSignature, InvalidSignatureLength, InvalidContractSignature
  ['0x815e1d64', 'not_signed_by_payer'],
  ['0x8baa579f', 'not_signed_by_payer'],
  ['0x4be6321b', 'not_signed_by_payer'],
  ['0xb0669cbc', 'not_signed_by_payer'],
  // InvalidNonce, SignatureExpired
  ['0x756688fe', 'used_before'],
  ['0xcd21db4f', 'expired'],
]);

/** The signed payments of a network, by the contract at this address. */
export function evmSignedPayments(node: EvmNodeClient, spender: Hex): SignedPayments {
  const { network } = node;
  return {
    readState: (wallet, currency) => readState(node, spender, { wallet, currency }),
    paymentContent: (payments) => paymentContent(network, spender, payments),
    approvalContent: (of, approval) => {
      const permit = TOKEN_PERMITS.get(of.currency.id);
      invariant(permit !== undefined, `${of.currency.id} takes no signed approvals`);
      return approvalContent(network, permit, { of, approval });
    },
    readRefusal: (reason) => REFUSALS.get(reason) ?? 'other',
    approvalCall: ({ address }, units) => encodeApproval(address, PERMIT2_ADDRESS, units),
    paymentCall: (payments, signature, approval) => ({
      to: spender,
      data: encodeCall(pay, [
        intentOf(payments),
        evmAddress(payments.payerAddress),
        payments.nonce,
        secondsOf(payments.expiresAt),
        signature,
        approvalArgument(payments.currency, approval),
      ]),
      valueUnits: 0n,
    }),
  };
}

function approvalArgument({ id }: Currency, approval: SignedApproval | undefined) {
  const permit = TOKEN_PERMITS.get(id);
  if (approval === undefined || permit === undefined) return NO_APPROVAL;
  const { units, nonce, expiresAt, signature } = approval;
  return {
    form: FORMS[permit.form],
    value: units,
    nonce,
    deadline: secondsOf(expiresAt),
    ...partsOf(signature),
  };
}

/** The parts of a key's signature, whatever they are: the token refuses those of nobody. */
function partsOf(signature: Hex) {
  const parity = Number(size(signature) > 64 ? slice(signature, 64, 65) : 0) % 27;
  return { r: slice(signature, 0, 32), s: slice(signature, 32, 64), v: 27 + parity };
}

interface StateQuery {
  readonly wallet: string;
  readonly currency: Currency;
}

/** All in one request. A wallet with code is not asked for a token's signature: some tokens then call the code instead. */
async function readState(
  node: EvmNodeClient,
  spender: Hex,
  { wallet, currency }: StateQuery,
): Promise<SignedPaymentState> {
  const holder = addressArgument(wallet);
  const to = evmAddress(currency.address);
  const [balance, allowance, code, spenderCode, permit2Code, nonce] = await node.query((client) =>
    Promise.all([
      call(client, to, encodeCall(balanceOf, [holder])),
      call(client, to, encodeCall(allowanceOf, [holder, PERMIT2_ADDRESS])),
      codeAt(client, evmAddress(wallet)),
      codeAt(client, spender),
      codeAt(client, PERMIT2_ADDRESS),
      readTokenNonce(client, node.network, { holder: wallet, currency }),
    ]),
  );
  return {
    balanceUnits: wordOf(balance, `${to} returned no balance`),
    allowanceUnits: wordOf(allowance, `${to} returned no allowance`),
    approvalNonce: isEmpty(code) ? nonce : undefined,
    isDeployed: !isEmpty(spenderCode) && !isEmpty(permit2Code),
  };
}

const isEmpty = (code: Hex | undefined): boolean => code === undefined || code === '0x';

async function codeAt(client: Client, address: Hex): Promise<Hex> {
  return await client.request({ method: 'eth_getCode', params: [address, 'latest'] });
}

async function call(client: Client, to: Hex, data: Hex): Promise<Hex> {
  return await client.request({ method: 'eth_call', params: [{ to, data }, 'latest'] });
}

/** An address without a contract answers nothing at all, which must not read as zero. */
function wordOf(answer: Hex, otherwise: string): bigint {
  if (!isWord(answer)) throw new Outage(otherwise);
  return BigInt(answer);
}
