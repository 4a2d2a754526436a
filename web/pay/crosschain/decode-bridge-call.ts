import { decode, readEach } from '../../wallet/calldata.ts';
import type { Reader } from '../../wallet/words.ts';

/** A call that a route makes before the bridge, or behind it. */
export interface Leg {
  readonly callTo: string;
  readonly approveTo: string;
  readonly sendingToken: string;
  readonly receivingToken: string;
  readonly units: bigint;
  readonly data: string;
  /** Whether it takes its tokens from the payer. */
  readonly isDeposit: boolean;
}

/** What the diamond is called with, as far as it decides where money goes. Addresses are in lower case. */
export interface BridgeCall {
  /** Before the bridge; undefined in the entry point without them. */
  readonly legs: readonly Leg[] | undefined;
  readonly depositToken: string;
  readonly depositUnits: bigint;
  readonly destinationChainId: bigint;
  readonly receiver: string;
  readonly refundAddress: string;
  readonly outputToken: string;
  readonly leastOutputUnits: bigint;
  /** In seconds, as the next. */
  readonly quotedAt: bigint;
  readonly fillBy: bigint;
  /** How long one relayer alone may fill it: seconds, or from a year on a time. */
  readonly exclusivity: bigint;
  readonly message: string;
}

/** What the bridge hands to the receiver. */
export interface BridgeMessage {
  readonly calls: readonly Leg[];
  readonly fallbackAddress: string;
}

/** `startBridgeTokensViaAcrossV4(BridgeData,AcrossV4Data)`. */
const START_SELECTOR = 'a1f1ce43';
/** `swapAndStartBridgeTokensViaAcrossV4(BridgeData,SwapData[],AcrossV4Data)`. */
const SWAP_AND_START_SELECTOR = '1794958f';
/** The multiplier that leaves an amount as it is. */
const ONE = 10n ** 18n;

/**
 * Reads a call of one of the two entry points that a route may use, byte by byte: anything that is written in
 * another way than the standard one, or contradicts itself, answers undefined.
 */
export function decodeBridgeCall(data: string): BridgeCall | undefined {
  return (
    decode(data, START_SELECTOR, (reader) => {
      reader.offset(2);
      const acrossAt = reader.number();
      const bridge = readBridgeData(reader, false);
      reader.mustBe(acrossAt, reader.here());
      const { outputUnits, multiplier: _, ...across } = readAcrossData(reader, bridge);
      return { ...bridge, ...across, legs: undefined, leastOutputUnits: outputUnits };
    }) ??
    decode(data, SWAP_AND_START_SELECTOR, (reader) => {
      reader.offset(3);
      const legsAt = reader.number();
      const acrossAt = reader.number();
      const bridge = readBridgeData(reader, true);
      reader.mustBe(legsAt, reader.here());
      const legs = readLegs(reader);
      reader.mustBe(acrossAt, reader.here());
      const { outputUnits: _, multiplier, ...across } = readAcrossData(reader, bridge);
      const leastOutputUnits = (bridge.depositUnits * multiplier) / ONE;
      return { ...bridge, ...across, legs, leastOutputUnits };
    })
  );
}

/** Reads the calls that the receiver is to make, and who gets the tokens when one does not run. */
export function decodeMessage(message: string): BridgeMessage | undefined {
  return decode(message, '', (reader) => {
    // An id of the provider.
    reader.number();
    reader.offset(3);
    const fallbackAddress = reader.address();
    return { calls: readLegs(reader), fallbackAddress };
  });
}

/** What every bridge of the diamond shares. Its names, its id and its referrer move no money. */
function readBridgeData(reader: Reader, hasLegs: boolean) {
  const start = reader.here();
  reader.number();
  reader.offset(10);
  const integratorAt = reader.number();
  reader.address();
  const depositToken = reader.address();
  // With a call behind the bridge this is written and never used.
  reader.address();
  const depositUnits = reader.number();
  const destinationChainId = reader.number();
  reader.mustBe(reader.flag(), hasLegs);
  reader.mustBe(reader.flag(), true);
  readName(reader);
  reader.mustBe(integratorAt, reader.here() - start);
  readName(reader);
  return { depositToken, depositUnits, destinationChainId };
}

/** A name in plain letters, which contracts only report. */
function readName(reader: Reader): void {
  reader.mustBe(/^0x([2-7][0-9a-f])*$/.test(reader.bytes()), true);
}

function readAcrossData(reader: Reader, { depositToken }: Pick<BridgeCall, 'depositToken'>) {
  const receiver = reader.address();
  const refundAddress = reader.address();
  reader.mustBe(reader.address(), depositToken);
  const outputToken = reader.address();
  const outputUnits = reader.number();
  const multiplier = reader.uint(128);
  const firstRelayer = reader.number();
  const quotedAt = reader.uint(32);
  const fillBy = reader.uint(32);
  const exclusivity = reader.uint(32);
  // The bridge refuses a time for nobody alone.
  reader.mustBe(exclusivity > 0n && firstRelayer === 0n, false);
  reader.offset(11);
  const message = reader.bytes();
  return {
    receiver,
    refundAddress,
    outputToken,
    outputUnits,
    multiplier,
    quotedAt,
    fillBy,
    exclusivity,
    message,
  };
}

function readLegs(reader: Reader): readonly Leg[] {
  const legs: Leg[] = [];
  readEach(reader, () => {
    const callTo = reader.address();
    const approveTo = reader.address();
    const sendingToken = reader.address();
    const receivingToken = reader.address();
    const units = reader.number();
    reader.offset(7);
    const isDeposit = reader.flag();
    const data = reader.bytes();
    legs.push({ callTo, approveTo, sendingToken, receivingToken, units, data, isDeposit });
  });
  return legs;
}
