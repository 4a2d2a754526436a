import { type TronHex, toEvmAddress } from './address.ts';
import { type BlockContents, printBlock, type TronBlock } from './block.ts';
import { balanceAfter } from './chain.ts';
import { addressOf, isSet, numberOf, type RequestParameters, textOf } from './http-request.ts';
import { KNOWN_CONTRACTS, printAbi } from './known-contracts.ts';
import { ACTIVE_PERMISSION, OWNER_PERMISSION, printPermission } from './permissions.ts';
import { PARAMETERS, usedAt } from './resources.ts';
import type { NodeParts, Routes } from './routes.ts';
import { printAddress, withoutZero } from './transaction-json.ts';
import { printIncluded, printTransactionInfo } from './transaction-result.ts';

/** Most blocks that one request gets. */
const BLOCKS_MAX = 100;
/** The whole network's bandwidth and energy of a day, which is returned beside the share of an account. */
const TOTAL_NET_LIMIT = 43_200_000_000n;
const TOTAL_ENERGY_LIMIT = 180_000_000_000n;

/** What can be read at the newest block under `wallet/` and at the solidified one under `walletsolidity/`. */
export function readRoutes(parts: NodeParts, view: 'head' | 'solidified'): Routes {
  const { chain, evm } = parts;
  const newest = () => chain[view]();
  const visibleBlock = (block: BlockContents | undefined, request: RequestParameters) =>
    block === undefined || block.number > newest().number
      ? {}
      : printBlock(block, { visible: isSet(request, 'visible'), detail: true });
  const found = (request: RequestParameters) => {
    const inclusion = chain.find(textOf(request, 'value').toLowerCase());
    return inclusion && inclusion.block.number <= newest().number ? inclusion : undefined;
  };
  return {
    getnowblock: (request) => visibleBlock(newest(), request),
    getblock: (request) => printRequestedBlock(parts, newest(), request),
    getblockbynum: (request) => visibleBlock(chain.blockAt(numberOf(request, 'num')), request),
    getblockbyid: (request) => visibleBlock(chain.blockById(textOf(request, 'value')), request),
    getblockbylatestnum: (request) => {
      const first = newest().number - numberOf(request, 'num') + 1;
      return blockList(parts, { first, end: newest().number + 1, request });
    },
    getblockbylimitnext: (request) => {
      const end = Math.min(numberOf(request, 'endNum'), newest().number + 1);
      return blockList(parts, { first: numberOf(request, 'startNum'), end, request });
    },
    gettransactionbyid: (request) => {
      const inclusion = found(request);
      return inclusion ? printIncluded(inclusion.included, isSet(request, 'visible')) : {};
    },
    gettransactioninfobyid: (request) => {
      const inclusion = found(request);
      return inclusion
        ? printTransactionInfo(
            inclusion.included,
            inclusionOf(inclusion.block),
            isSet(request, 'visible'),
          )
        : {};
    },
    gettransactioninfobyblocknum: (request) => {
      const number = numberOf(request, 'num');
      if (number <= 0) return {};
      const block = number > newest().number ? undefined : chain.blockAt(number);
      return (block?.transactions ?? []).map((included) =>
        printTransactionInfo(included, inclusionOf(block ?? newest()), isSet(request, 'visible')),
      );
    },
    getaccount: async (request) => {
      const address = addressOf(request, 'address');
      const balance = await balanceAfter(evm, address, newest());
      return printAccount(newest(), { address, balance, visible: isSet(request, 'visible') });
    },
    getenergyprices: () => ({ prices: pricesOf(PARAMETERS.getEnergyFee) }),
    getbandwidthprices: () => ({ prices: pricesOf(PARAMETERS.getTransactionFee) }),
  };
}

const inclusionOf = ({ number, timestampMs }: BlockContents) => ({
  blockNumber: number,
  blockTimestampMs: timestampMs,
});

/** The prices since the chain began; this chain never had others. */
const pricesOf = (price: bigint) => `0:${price}`;

function printRequestedBlock(
  { chain }: NodeParts,
  newest: TronBlock,
  request: RequestParameters,
): unknown {
  const wanted = String(request['id_or_num'] ?? '');
  const options = { visible: isSet(request, 'visible'), detail: isSet(request, 'detail') };
  if (wanted === '') return printBlock(newest, options);
  const isNumber = /^\d{1,15}$/.test(wanted);
  const block = isNumber ? chain.blockAt(Number(wanted)) : chain.blockById(wanted);
  return block === undefined || block.number > newest.number ? {} : printBlock(block, options);
}

async function blockList(
  { chain }: NodeParts,
  { first, end, request }: { first: number; end: number; request: RequestParameters },
): Promise<unknown> {
  const count = end - first;
  if (first < 0 || count <= 0 || count > BLOCKS_MAX) return {};
  const options = { visible: isSet(request, 'visible'), detail: true };
  const numbers = Array.from({ length: count }, (_, i) => first + i);
  const blocks = numbers.flatMap((n) => chain.blockAt(n) ?? []);
  return { block: await Promise.all(blocks.map((block) => printBlock(block, options))) };
}

function printAccount(
  block: TronBlock,
  { address, balance, visible }: { address: TronHex; balance: bigint; visible: boolean },
): Record<string, unknown> {
  const account = block.accounts.get(address);
  if (account === undefined) return {};
  const shown = printAddress(address, visible);
  return {
    address: shown,
    ...withoutZero({
      balance,
      create_time: account.createdAtMs,
      latest_opration_time: account.latestOperationMs,
      free_net_usage: usedAt(account.freeBandwidth, block.timestampMs),
    }),
    owner_permission: printPermission(OWNER_PERMISSION, shown),
    active_permission: [printPermission(ACTIVE_PERMISSION, shown)],
  };
}

/** What only the full node's own view has. */
export function accountRoutes({ chain, evm }: NodeParts): Routes {
  const usageOf = (request: RequestParameters) => {
    const account = chain.head().accounts.get(addressOf(request, 'address'));
    if (account === undefined) return undefined;
    const nowMs = chain.nowMs();
    return {
      ...withoutZero({
        freeNetUsed: usedAt(account.freeBandwidth, nowMs),
        freeNetLimit: PARAMETERS.getFreeNetLimit,
        NetUsed: usedAt(account.stakedBandwidth, nowMs),
        NetLimit: account.bandwidthLimit,
        TotalNetLimit: TOTAL_NET_LIMIT,
      }),
      energy: withoutZero({
        EnergyUsed: usedAt(account.energy, nowMs),
        EnergyLimit: account.energyLimit,
        TotalEnergyLimit: TOTAL_ENERGY_LIMIT,
      }),
    };
  };
  return {
    getaccountresource: (request) => {
      const usage = usageOf(request);
      if (usage === undefined) return {};
      const { energy, ...bandwidth } = usage;
      return { ...bandwidth, ...energy };
    },
    getaccountnet: (request) => {
      const usage = usageOf(request);
      if (usage === undefined) return {};
      const { energy, ...bandwidth } = usage;
      return bandwidth;
    },
    getchainparameters: () => ({
      chainParameter: Object.entries(PARAMETERS).map(([key, value]) => ({
        key,
        ...withoutZero({ value }),
      })),
    }),
    getcontract: async (request) => {
      const address = addressOf(request, 'value');
      return (await evm.codeOf(toEvmAddress(address))) === '0x'
        ? {}
        : printContract(address, isSet(request, 'visible'));
    },
    getcontractinfo: async (request) => {
      const address = addressOf(request, 'value');
      const runtimecode = (await evm.codeOf(toEvmAddress(address))).slice(2);
      if (runtimecode === '') return {};
      const contract = printContract(address, isSet(request, 'visible'));
      return { smart_contract: contract, contract_state: {}, runtimecode };
    },
  };
}

function printContract(address: TronHex, visible: boolean): Record<string, unknown> {
  const known = KNOWN_CONTRACTS.get(address);
  return {
    contract_address: printAddress(address, visible),
    consume_user_resource_percent: 100,
    ...(known !== undefined && { name: known.name, abi: printAbi(known.abi) }),
  };
}
