import { z } from 'zod';
import { erc20Abi } from '#catalog/abis/erc20.generated.ts';
import { tronBatchPaymentsAbi } from '#catalog/abis/tron-batch-payments.generated.ts';
import type { BatchContract, PayerBalances, TokenBalance, TokenBalanceQuery } from '../chain.ts';
import { NodeFailure } from '../nodes/failure.ts';
import { bytesOfAddress, hexAddress } from './address.ts';
import { callConstant, callForNumber } from './constant-call.ts';
import { contractFunction, encode, spenderAddress, type TronContracts } from './encode.ts';
import { resourcePrices, type TronResources } from './needs.ts';
import type { TronApi, TronNodeClient } from './nodes/tron-api.ts';

const balanceOf = contractFunction(erc20Abi, 'balanceOf');
const allowanceOf = contractFunction(erc20Abi, 'allowance');
const proxyOf = contractFunction(tronBatchPaymentsAbi, 'paymentErc20FeeProxy');
/** A word of the EVM that ends with an address. */
const ADDRESS_WORD = /^0{24}[0-9a-f]{40}$/;

const amount = z.int().default(0).transform(BigInt);
const Account = z.object({ balance: amount });
const Usage = z.object({
  freeNetUsed: amount,
  freeNetLimit: amount,
  NetUsed: amount,
  NetLimit: amount,
  EnergyUsed: amount,
  EnergyLimit: amount,
});
const Parameters = z.object({
  chainParameter: z.array(z.object({ key: z.string(), value: amount })),
});

/** Coins, energy, bandwidth, prices, and of every token balance and allowance: simultaneous requests to one node. */
export async function readPayerBalances(
  node: TronNodeClient,
  contracts: TronContracts,
  { wallet, queries }: { readonly wallet: string; readonly queries: readonly TokenBalanceQuery[] },
): Promise<PayerBalances> {
  const address = hexAddress(wallet);
  return await node.query(async (api) => {
    const [account, usage, parameters, ...tokens] = await Promise.all([
      api.post('wallet/getaccount', { address }),
      api.post('wallet/getaccountresource', { address }),
      api.post('wallet/getchainparameters'),
      ...queries.map((query) => readToken(api, contracts, { wallet, query })),
    ]);
    return {
      nativeBalanceUnits: parse(Account, account, 'an account').balance,
      resources: resourcePrices(resourcesOf(usage, parameters)),
      tokens,
    };
  });
}

async function readToken(
  api: TronApi,
  contracts: TronContracts,
  { wallet, query }: { readonly wallet: string; readonly query: TokenBalanceQuery },
): Promise<TokenBalance> {
  const holder = bytesOfAddress(wallet);
  const spender = bytesOfAddress(spenderAddress(contracts, query.spender));
  const to = query.tokenAddress;
  const [balanceUnits, allowanceUnits] = await Promise.all([
    callForNumber(api, { to, data: encode(balanceOf, [holder]) }),
    callForNumber(api, { to, data: encode(allowanceOf, [holder, spender]) }),
  ]);
  return { balanceUnits, allowanceUnits };
}

/** An address that never received coins is no account: nothing is staked, and it has no free bytes. */
function resourcesOf(usage: unknown, parameters: unknown): TronResources {
  const used = parse(Usage, usage, 'the resources of an account');
  const { chainParameter } = parse(Parameters, parameters, 'parameters');
  const priceOf = (key: string) => {
    const found = chainParameter.find((one) => one.key === key);
    if (found === undefined) throw new NodeFailure(`returned parameters without ${key}`);
    return found.value;
  };
  return {
    energyPrice: priceOf('getEnergyFee'),
    bandwidthPrice: priceOf('getTransactionFee'),
    stakedEnergy: leftOf(used.EnergyLimit, used.EnergyUsed),
    stakedBandwidth: leftOf(used.NetLimit, used.NetUsed),
    freeBandwidth: leftOf(used.freeNetLimit, used.freeNetUsed),
  };
}

/** Staking less lowers a limit at once, and what was used before stays. */
function leftOf(limit: bigint, used: bigint): bigint {
  return limit > used ? limit - used : 0n;
}

/** The number of the newest block. */
export async function readHead(node: TronNodeClient): Promise<bigint> {
  const Head = z.object({
    block_header: z.object({ raw_data: z.object({ number: amount }) }),
  });
  const block = await node.query((api) => api.post('wallet/getblock', { detail: false }));
  return parse(Head, block, 'a block').block_header.raw_data.number;
}

/**
 * Whether the batch contract pays through the catalog's proxy. It takes no fee of its own. The code
 * of the deployed one is not published, so only what it answers is compared.
 */
export async function readBatchContract(
  node: TronNodeClient,
  { feeProxy }: TronContracts,
  batch: string,
): Promise<BatchContract> {
  const data = encode(proxyOf, []);
  const { isFailed, output } = await node.query((api) => callConstant(api, { to: batch, data }));
  const proxy = ADDRESS_WORD.test(output) ? `0x${output.slice(24)}` : undefined;
  const isOurs = !isFailed && proxy === bytesOfAddress(feeProxy);
  return { feeBps: 0n, publishedKinds: isOurs ? ['token'] : [] };
}

function parse<Schema extends z.ZodType>(
  schema: Schema,
  answer: unknown,
  what: string,
): z.output<Schema> {
  const parsed = schema.safeParse(answer);
  if (!parsed.success) throw new NodeFailure(`returned something else than ${what}`);
  return parsed.data;
}
