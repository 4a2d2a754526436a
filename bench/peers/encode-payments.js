import {
  encodePayErc20FeeRequest,
  prepareBatchConversionPaymentTransaction,
} from '@requestnetwork/payment-processor';

const id = 'pn-erc20-fee-proxy-contract';
/** Wanted, and never asked: nothing here is converted, and no fee is capped. */
const currencyManager = {};

/**
 * Encodes what it is sent in the protocol's own way, single payments or batches of them, and answers
 * the bytes and the time.
 */
process.on('message', ({ payments, batches }) => {
  const requests = payments?.map(requestOf);
  const bundles = batches?.map((batch) => batch.map((payment) => enriched(requestOf(payment))));
  const start = performance.now();
  const encoded =
    requests?.map((request) => encodePayErc20FeeRequest(request)) ?? bundles.map(batchOf);
  const microseconds = (performance.now() - start) * 1000;
  process.send({ encoded, microseconds });
});

function batchOf(bundle) {
  const options = { conversion: { currencyManager }, skipFeeUSDLimit: true, version: '0.1.0' };
  return prepareBatchConversionPaymentTransaction(bundle, options).data;
}

function enriched(request) {
  return { paymentNetworkId: id, request, paymentSettings: { currencyManager, maxToSpend: '0' } };
}

/** A payment as that library models it. */
function requestOf(payment) {
  const { requestId, salt, network, tokenAddress, payeeAddress, feeAddress } = payment;
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
