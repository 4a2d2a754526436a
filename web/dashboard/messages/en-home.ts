/** The English texts of the home page. */
export const homeMessages = {
  title: 'Home',
  setup: {
    title: 'Set up',
    done: (done: number, all: number) => `${done} of ${all} done`,
    complete: 'Everything is set up.',
    isDone: 'Done:',
    isOpen: 'To do:',
    wallet: 'Sign in with your wallet to see this; an email session may not.',
    destination: {
      title: 'Say where you are paid',
      text: 'A destination is a wallet, a network and a token. Money goes there straight from the payer; Florin never holds it.',
      action: 'Choose it',
    },
    link: {
      title: 'Create a payment link',
      text: 'An amount and a reference are enough. Send the link to the payer.',
      action: 'Create a link',
    },
    paid: {
      title: 'See the first payment arrive',
      sandbox: 'Open your link and pay it with the test wallet on its page.',
      production: 'It is listed here as soon as the network has it.',
    },
    key: {
      title: 'Create an API key',
      text: 'Your server creates links and reads payments with it.',
      action: 'Create a key',
    },
    webhook: {
      title: 'Register a webhook',
      text: 'Your server receives every event of your payments, signed, and again until it answers.',
      action: 'Add an endpoint',
    },
  },
  recent: {
    title: 'Newest payments and links',
    all: 'Show all',
    emptyTitle: 'No payment link yet',
    emptyText: 'Links that you create and payments that reach you are listed here.',
  },
} as const;
