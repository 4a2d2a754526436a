import { encodePayErc20FeeRequest } from '@requestnetwork/payment-processor';

/** Encodes the payments it is sent in the protocol's own way, and answers the bytes and the time. */
process.on('message', (payments) => {
  const requests = payments.map(requestOf);
  const start = performance.now();
  const encoded = requests.map((request) => encodePayErc20FeeRequest(request));
  const microseconds = (performance.now() - start) * 1000;
  process.send({ encoded, microseconds });
});

/** A payment as that library models it. */
function requestOf(payment) {
  const { requestId, salt, network, tokenAddress, payeeAddress, feeAddress } = payment;
  const id = 'pn-erc20-fee-proxy-contract';
  const values = {
    paymentAddress: payeeAddress,
    feeAddress,
    feeAmount: payment.feeUnits,
    salt,
  };
  return {
    requestId,
    currencyInfo: { type: 'ERC20', network, value: tokenAddress },
    expectedAmount: payment.amountUnits,
    extensions: { [id]: { id, type: 'payment-network', version: '0.2.0', events: [], values } },
  };
}
