import { testWalletMessages as messages } from '../ui/messages/en/test-wallet.ts';

/** An error with a code, as wallets refuse. */
export function refusal(code: number, message: string): Error {
  return Object.assign(new Error(message), { code });
}

interface Asked {
  readonly name: string;
  readonly question: string;
  /** What is signed, where it is a text. */
  readonly text?: string;
  /** What the button that agrees says. */
  readonly yes: string;
}

/** Shows the payer a dialog of plain DOM nodes, as Trusted Types require. */
export function confirm({ name, question, text, yes }: Asked): Promise<void> {
  const dialog = node('dialog', { className: 'test-wallet' }, [
    node('h2', { textContent: name, id: 'test-wallet' }),
    node('p', { textContent: question }),
    ...(text === undefined ? [] : [node('pre', { textContent: text, tabIndex: 0 })]),
    node('p', { textContent: messages.note, className: 'fine' }),
  ]);
  dialog.setAttribute('aria-labelledby', 'test-wallet');
  return new Promise((resolve, reject) => {
    const close = (agreed: boolean) => {
      dialog.remove();
      if (agreed) resolve();
      else reject(refusal(4001, 'User rejected the request.'));
    };
    const agree = node('button', { textContent: yes, className: 'primary', type: 'button' });
    const decline = node('button', {
      textContent: messages.decline,
      className: 'secondary',
      type: 'button',
    });
    agree.addEventListener('click', () => close(true));
    decline.addEventListener('click', () => close(false));
    dialog.addEventListener('cancel', () => close(false));
    dialog.append(agree, decline);
    document.body.append(dialog);
    dialog.showModal();
  });
}

/** A plain DOM node with its children. */
export function node<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  members: Partial<HTMLElementTagNameMap[Name]>,
  children: readonly Node[] = [],
): HTMLElementTagNameMap[Name] {
  const made = Object.assign(document.createElement(name), members);
  made.append(...children);
  return made;
}
