import { decodeAbiParameters, encodeAbiParameters, getAddress, zeroAddress } from 'viem';
import { messageParameters } from '#catalog/abis/bridge.ts';
import type { Hex } from '#kit/hex.ts';
import type { EmbeddedCall } from '../../bridge.ts';
import { readStrictly } from './read-strictly.ts';

/** What the bridge hands to the receiver beside the tokens. */
interface BridgeMessage {
  readonly routeId: Hex;
  readonly call: EmbeddedCall;
  readonly fallbackAddress: Hex;
}

/**
 * The one call of a message and who gets the tokens when it does not run; undefined for other messages. The
 * call may take only the token that arrives, and only by the contract that is called.
 */
export function decodeMessage(message: Hex, outputToken: string): BridgeMessage | undefined {
  const read = readStrictly(
    { parameters: messageParameters, data: message },
    (data) => decodeAbiParameters(messageParameters, data),
    (values) => encodeAbiParameters(messageParameters, values),
  );
  if (read === undefined) return undefined;
  const [routeId, calls, fallbackAddress] = read;
  const [call] = calls;
  if (call === undefined || calls.length > 1) return undefined;
  const { callTo, approveTo, sendingAssetId, receivingAssetId, fromAmount, callData } = call;
  const isTakenByTheCall = approveTo === callTo && sendingAssetId === getAddress(outputToken);
  const givesNothingElse = receivingAssetId === sendingAssetId || receivingAssetId === zeroAddress;
  if (!isTakenByTheCall || !givesNothingElse) return undefined;
  return { routeId, call: { to: callTo, data: callData, units: fromAmount }, fallbackAddress };
}
