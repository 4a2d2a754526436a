import { sanctionsOracleAbi } from '#catalog/abis/sanctions-oracle.ts';
import { sanctionsOracleOf } from '#catalog/sanctions-oracles.ts';
import { Outage } from '#kit/failure.ts';
import type { Hex } from '#kit/hex.ts';
import type { SanctionsReads } from '../../sanctions.ts';
import { evmAddress } from '../address.ts';
import { addressArgument, contractFunction, encodeCall } from '../encode.ts';
import type { EvmNodeClient } from '../nodes/evm-connection.ts';
import { callIfThere } from '../permits/token-domain.ts';

const isSanctioned = contractFunction(sanctionsOracleAbi, 'isSanctioned');
const TRUE_WORD = /^0x0{63}1$/;
const FALSE_WORD = /^0x0{64}$/;

/** The oracle of an EVM network, over its nodes; undefined where there is none. */
export function evmSanctions(node: EvmNodeClient): SanctionsReads | undefined {
  const { id, name } = node.network;
  const found = sanctionsOracleOf(id);
  if (found === undefined) return undefined;
  const oracle = evmAddress(found);
  return {
    oracleAddress: oracle,
    areListed: async (addresses) => {
      const calls = addresses.map((address) =>
        encodeCall(isSanctioned, [addressArgument(address)]),
      );
      const answers = await node.query((client) =>
        Promise.all(calls.map((data) => callIfThere(client, oracle, data))),
      );
      return answers.map((answer) => readAnswer(answer, name));
    },
  };
}

function readAnswer(answer: Hex | undefined, network: string): boolean {
  if (answer !== undefined && TRUE_WORD.test(answer)) return true;
  if (answer !== undefined && FALSE_WORD.test(answer)) return false;
  throw new Outage(`the oracle of sanctioned addresses on ${network} answered neither yes nor no`);
}
