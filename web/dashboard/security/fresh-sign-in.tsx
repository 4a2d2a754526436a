import * as Dialog from '@radix-ui/react-dialog';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactElement, useState } from 'react';
import type { PendingSignIn } from '../api/shapes.ts';
import { securityMessages } from '../messages/en-security.ts';
import { sessionQuery } from '../session/session.ts';
import { EmailSignIn } from '../sign-in/email-sign-in.tsx';
import { SecondStep } from '../sign-in/second-step.tsx';
import { useSignedIn } from '../sign-in/use-signed-in.ts';
import { Button } from '../ui/button.tsx';
import { DialogPanel } from '../ui/dialog.tsx';
import { Notice } from '../ui/notice.tsx';

const messages = securityMessages.confirm;

/** Says that a recent sign-in is needed, and leads to one. */
export function FreshSignIn(): ReactElement {
  const [isOpen, setOpen] = useState(false);
  return (
    <Notice kind="plain">
      <p className="font-semibold">{messages.title}</p>
      <p>{messages.text}</p>
      <Dialog.Root open={isOpen} onOpenChange={setOpen}>
        <Dialog.Trigger asChild>
          <Button className="mt-3">{messages.open}</Button>
        </Dialog.Trigger>
        <DialogPanel title={messages.title} text={messages.text}>
          <Again />
          <Dialog.Close asChild>
            <Button className="mt-4">{messages.cancel}</Button>
          </Dialog.Close>
        </DialogPanel>
      </Dialog.Root>
    </Notice>
  );
}

/** The sign-in of the same person; once it is done the page reads that it is recent, and this goes. */
function Again(): ReactElement {
  const queries = useQueryClient();
  const { data: session } = useQuery(sessionQuery);
  const [isBusy, setBusy] = useState(false);
  const [pending, setPending] = useState<PendingSignIn>();
  const signedIn = useSignedIn(session?.accountId);
  const onDone = async () => {
    await signedIn();
    await queries.invalidateQueries({ queryKey: ['second-factors'] });
  };
  const way = { onDone, isBusy, setBusy };
  if (pending !== undefined) {
    return <SecondStep pending={pending} onBack={() => setPending(undefined)} {...way} />;
  }
  return <EmailSignIn known={session?.email ?? ''} onPending={setPending} {...way} />;
}
