/** How payments, requests and routes name the kinds of fees; their list of words is the specification's. */
export function wireFeeType(feeType: string): 'platform' | 'protocol' {
  return feeType === 'protocol_fee' ? 'protocol' : 'platform';
}
