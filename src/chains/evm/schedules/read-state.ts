import type { Client } from 'viem';
import { erc20Abi } from '#catalog/abis/erc20.generated.ts';
import { recurringProxyAbi } from '#catalog/abis/recurring-proxy.ts';
import { Outage } from '#kit/failure.ts';
import type { Hex } from '#kit/hex.ts';
import type { SchedulePayer, SchedulePermit, ScheduleStates } from '../../schedules.ts';
import { readDelegation } from '../accounts/delegation.ts';
import { pointOf, readBlock, timeOf } from '../blocks.ts';
import { addressArgument, contractFunction, encodeCall } from '../encode.ts';
import type { EvmNodeClient } from '../nodes/evm-connection.ts';
import { isWord } from '../permits/token-domain.ts';
import { type ReadPermit, readPermit } from './permit.ts';

const balanceOf = contractFunction(erc20Abi, 'balanceOf');
const allowanceOf = contractFunction(erc20Abi, 'allowance');
const bitsOf = contractFunction(recurringProxyAbi, 'triggeredPaymentsBitmap');

/** See `Schedules.readState`: the newest block, then everything as of that block in one request. */
export async function readState(
  node: EvmNodeClient,
  permits: readonly SchedulePermit[],
): Promise<ScheduleStates> {
  const read = permits.map(readPermit);
  return await node.query(async (client) => {
    const block = await readBlock(client, node.network, 'latest');
    if (block === null) throw new Outage(`a node of ${node.network.name} returned no newest block`);
    const { number, hash } = pointOf(block);
    const reader = wordReader(client, hash);
    const schedules = await Promise.all(
      read.map(async (permit) => {
        const [bits, holding] = await Promise.all([
          bitsIn(reader, permit),
          holdingIn(reader, permit),
        ]);
        const takenIndexes = indexesIn(bits);
        return { takenIndexes, lastIndex: takenIndexes.at(-1) ?? 0, ...holding };
      }),
    );
    return { block: { number, hash }, blockTime: timeOf(block), schedules };
  });
}

/** See `Schedules.readPayer`. */
export async function readPayer(
  node: EvmNodeClient,
  { payer, token, proxy }: { readonly payer: Hex; readonly token: Hex; readonly proxy: Hex },
): Promise<SchedulePayer> {
  return await node.query(async (client) => {
    const [code, holding] = await Promise.all([
      client.request({ method: 'eth_getCode', params: [payer, 'latest'] }),
      holdingIn(wordReader(client, 'latest'), { proxy, values: { subscriber: payer, token } }),
    ]);
    return { isContract: isContractCode(code), ...holding };
  });
}

/** Whether this is the code of a contract, and not of a key that only delegated its account. */
export function isContractCode(code: Hex): boolean {
  return code !== '0x' && readDelegation(code) === undefined;
}

type ReadWord = (to: Hex, data: Hex) => Promise<bigint>;

/** Reads words as of one block, equal ones once. */
function wordReader(client: Client, block: Hex | 'latest'): ReadWord {
  const asked = new Map<string, Promise<bigint>>();
  const read = async (to: Hex, data: Hex): Promise<bigint> => {
    const at = block === 'latest' ? block : { blockHash: block };
    const word = await client.request({ method: 'eth_call', params: [{ to, data }, at] });
    // An address without a contract answers nothing at all, which must not read as zero.
    if (!isWord(word)) throw new Outage(`${to} returned no word`);
    return BigInt(word);
  };
  return (to, data) => {
    const key = `${to} ${data}`;
    const answer = asked.get(key) ?? read(to, data);
    asked.set(key, answer);
    return answer;
  };
}

async function bitsIn(read: ReadWord, { proxy, digest }: ReadPermit): Promise<bigint> {
  return await read(proxy, encodeCall(bitsOf, [digest]));
}

async function holdingIn(
  read: ReadWord,
  {
    proxy,
    values,
  }: { readonly proxy: Hex; readonly values: Pick<ReadPermit['values'], 'subscriber' | 'token'> },
) {
  const holder = addressArgument(values.subscriber);
  const [balanceUnits, allowanceUnits] = await Promise.all([
    read(values.token, encodeCall(balanceOf, [holder])),
    read(values.token, encodeCall(allowanceOf, [holder, addressArgument(proxy)])),
  ]);
  return { balanceUnits, allowanceUnits };
}

/** The contract sets bit 1 for the first instalment. */
function indexesIn(bits: bigint): number[] {
  const text = bits.toString(2);
  return [...text].flatMap((bit, i) => (bit === '1' ? text.length - 1 - i : [])).toReversed();
}
