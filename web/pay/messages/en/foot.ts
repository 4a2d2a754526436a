/** The English texts that the server writes below the page, and below the frame for shops. */
export const footMessages = {
  pageChecks: 'This page checks every transaction itself before your wallet opens.',
  terms: 'Terms',
  privacy: 'Privacy',
  poweredBy: 'Powered by Florin',
  language: 'Language',
  promise: 'Florin never holds your money or your keys.',
  frameWithoutScript: 'Without JavaScript this does not change by itself. Reload it after paying.',
} as const;
