import { type Currency, currencyById } from '#catalog/currencies.ts';
import { NETWORKS } from '#catalog/networks.ts';
import type { Call, ContentToSign, EscrowReads } from '#chains/chain.ts';
import { accountOf, type Context, isRestrictedCaller } from '#context.ts';
import { Refusal, refuseField } from '#kit/failure.ts';
import { hexOf, isSameHex } from '#kit/hex.ts';
import { findCommerceDefaults } from '#modules/clients/index.ts';
import { readAddress } from '#modules/destinations/index.ts';
import { checkCreator } from '#modules/requests/index.ts';
import { checkHasList } from '#modules/screening/index.ts';
import { transact } from '#platform/db/transact.ts';
import { checkBuyerAndMerchant } from './check-buyer-and-merchant.ts';
import { readCommerceFee } from './model/commerce-fee.ts';
import { type CommercePayment, commerceIdOf, termsOf } from './model/commerce-payment.ts';
import type { CreateCommercePaymentRequest } from './model/commerce-shapes.ts';
import { readExpiries } from './model/expiries.ts';
import { NO_SUMS, watchedUntil } from './model/position.ts';
import { commerceNotAvailable, noCommerceForPublic, noOperator } from './model/refusals.ts';
import type { EscrowChain } from './open-payment.ts';
import { startWatching } from './store/cursors.ts';
import { insertPayment } from './store/payments.ts';

/** As of requests: what its payments carry on the chain. */
const REFERENCE_BYTES = 8;
/** Far more than anybody guesses. */
const NONCE_BYTES = 32;

/** A new payment, what its payer agrees to it by, and what its operator sends then. */
interface CommercePaymentCreated {
  readonly payment: CommercePayment;
  readonly call: Call;
  readonly payerCalls: readonly Call[];
  readonly payerContent: ContentToSign | undefined;
}

/**
 * Prepares a payment that is to be held in the escrow of its network. Nothing is sent, and nothing of the payer's moves before it agrees to this very
 * payment.
 *
 * Refuses (400) what breaks a rule, a network without an escrow or with collectors that are not its own, and a payment that nobody could operate;
 * (403) a public client ID in production, a client ID that only its partner may use, and a buyer or merchant that may not take part. Throws `Outage`.
 */
export async function createCommercePayment(
  ctx: Context,
  input: CreateCommercePaymentRequest,
): Promise<CommercePaymentCreated> {
  if (isRestrictedCaller(ctx)) throw noCommerceForPublic();
  checkCreator(ctx);
  const currency = readCurrency(input.paymentCurrency);
  const chain = chainFor(ctx, currency);
  const { actor } = ctx;
  const clientIdId = 'clientIdId' in actor ? actor.clientIdId : null;
  const defaults = clientIdId === null ? undefined : await findCommerceDefaults(ctx, clientIdId);
  const operatorAddress = defaults?.operatorWalletAddress ?? chain.sender?.address;
  if (operatorAddress === undefined) throw noOperator();
  const payment = draft(ctx, chain, {
    input,
    currency,
    operatorAddress,
    clientIdId,
    expiries: readExpiries(input, { defaults, now: ctx.now() }),
  });
  const { collection, amountUnits: units } = payment;
  checkCollection(chain, payment, currency);
  checkHasList(ctx, { network: chain.network, field: 'paymentCurrency' });
  await checkBuyerAndMerchant(ctx, payment);
  const setup = await chain.escrow.readSetup();
  if (!setup.isDeployed || !setup.areCollectorsRight) {
    throw commerceNotAvailable(
      'The escrow of this network or its collectors are not as they must be',
    );
  }
  // A reorg may put what its payer does into a block below the newest one.
  const finalBlock = await chain.escrow.readFinalNumber();
  await transact(ctx, async (ctx) => {
    await startWatching(ctx, payment.network, finalBlock + 1n);
    const position = { sums: NO_SUMS, expiries: payment, openOperation: undefined, now: ctx.now() };
    await insertPayment(ctx, payment, { watchedUntil: watchedUntil(position) });
  });
  const terms = termsOf(payment);
  return {
    payment,
    call: chain.escrow.authorizeCall(terms, { collection, units }),
    payerCalls: chain.escrow.payerCalls(terms, { collection, units }),
    payerContent: chain.escrow.payerContent(terms, collection),
  };
}

function readCurrency(text: string): Currency {
  const currency = currencyById(text);
  if (currency !== undefined && currency.type !== 'ETH') return currency;
  const message =
    currency === undefined
      ? 'paymentCurrency is not a supported currency: name a currency id such as "USDC-base"'
      : 'paymentCurrency must be a token: coins are not held in the escrow';
  throw refuseField('paymentCurrency', message, 'unsupported_currency');
}

function chainFor(ctx: Context, { network }: Currency): EscrowChain {
  const chain = ctx.chains.get(network);
  if (chain?.escrow !== undefined) return { ...chain, escrow: chain.escrow };
  const { name } = NETWORKS[network];
  throw commerceNotAvailable(`paymentCurrency is on ${name}, where this service has no escrow`);
}

interface DraftParts {
  readonly input: CreateCommercePaymentRequest;
  readonly currency: Currency;
  readonly operatorAddress: string;
  readonly clientIdId: string | null;
  readonly expiries: ReturnType<typeof readExpiries>;
}

function draft(ctx: Context, chain: EscrowChain, parts: DraftParts): CommercePayment {
  const { input, currency, operatorAddress, clientIdId, expiries } = parts;
  const read = (field: 'merchantAddress' | 'buyerAddress') =>
    readWallet(chain, currency, { field, text: input[field] });
  const receiverAddress = read('merchantAddress');
  const payerAddress = read('buyerAddress');
  if (isSameHex(receiverAddress, payerAddress)) {
    throw refuseField('buyerAddress', 'buyerAddress must be another wallet than merchantAddress');
  }
  const amountUnits = BigInt(input.amount);
  const maxUnits = BigInt(input.maxAmount ?? input.amount);
  if (maxUnits > chain.escrow.maxUnits) {
    throw refuseField(
      input.maxAmount === undefined ? 'amount' : 'maxAmount',
      'more than the escrow can hold',
    );
  }
  if (maxUnits < amountUnits) {
    throw refuseField('maxAmount', 'maxAmount must not be less than amount');
  }
  const accountId = accountOf(ctx);
  const paymentReference = hexOf(ctx.random(REFERENCE_BYTES));
  const createdAt = ctx.now();
  const terms = {
    accountId,
    requestId: commerceIdOf(accountId, hexOf(ctx.random(NONCE_BYTES))),
    clientIdId,
    network: chain.network.id,
    currencyId: currency.id,
    merchantId: input.merchantId,
    operatorAddress,
    payerAddress,
    receiverAddress,
    maxUnits,
    ...expiries,
    ...readCommerceFee(ctx.actor, input, (text, field) =>
      readWallet(chain, currency, { field, text }),
    ),
    paymentReference,
    referenceKey: chain.escrow.referenceKey(paymentReference),
    amountUnits,
    collection: input.collection ?? ('pre_approval' as const),
    createdAt,
  };
  return {
    ...terms,
    id: ctx.newOrderedId(),
    status: 'pending',
    paymentHash: chain.escrow.paymentHash(termsOf(terms)),
    updatedAt: createdAt,
  };
}

function readWallet(
  { network }: EscrowChain,
  currency: Currency,
  { field, text }: { readonly field: string; readonly text: string | undefined },
): string {
  if (text === undefined) {
    throw refuseField(field, `${field} is required: the escrow holds a payment of one wallet`);
  }
  const wallet = readAddress(network.family, text);
  if ('problem' in wallet) throw refuseField(field, `${field} ${wallet.problem}`);
  if (isSameHex(wallet.text, currency.address)) {
    throw refuseField(field, `${field} is the token's own contract; money sent there is lost`);
  }
  return wallet.text;
}

/** Refuses (400) a way of collecting that the token does not know, or that needs a signature which nobody here could hand on. */
function checkCollection(
  { escrow, sender }: EscrowChain & { readonly escrow: EscrowReads },
  { collection, operatorAddress }: CommercePayment,
  currency: Currency,
): void {
  if (!escrow.takes(collection, currency)) {
    throw refuseField('collection', `${currency.symbol} does not know "${collection}"`);
  }
  const isOurs = sender !== undefined && isSameHex(sender.address, operatorAddress);
  if (collection === 'pre_approval' || isOurs) return;
  const message = `collection "${collection}" needs RELAYER_KEY: another wallet operates this payment`;
  throw new Refusal('operator_is_another', 400, {
    message,
    errors: [{ field: 'collection', message }],
  });
}
