/** The English texts about paying a bundle at once that no one network can pay. */
export const apartMessages = {
  title: 'All from another network',
  text: (count: number) =>
    count === 1
      ? 'One payment, from a token on a network that it is not on.'
      : `${count} payments, from one token on a network that none of them is on. Each takes a signature of its own, after one that allows them.`,
} as const;
