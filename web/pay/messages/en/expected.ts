/** The English texts of links that name their payment. */
export const expectedMessages = {
  same: 'Matches the link you opened',
  sameButFees: 'Matches the link you opened. It does not name the fees on top: look at them.',
  expected:
    'This is not the payment that the link was made for: its recipient, token, network or amount is another one. Nothing was sent, and there is nothing to sign here. Tell whoever sent you the link.',
  expectation:
    'The end of the link, from “#expect” on, cannot be read, so that this page cannot tell whether it shows the right payment. Nothing was sent. Check that the whole link was copied, or ask for a new one.',
};
