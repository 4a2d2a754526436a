import * as Dialog from '@radix-ui/react-dialog';
import { type ReactElement, type ReactNode, useState } from 'react';
import { messages } from '../messages/en.ts';
import { Button, type ButtonStyle } from './button.tsx';
import { DialogPanel } from './dialog.tsx';
import { TextField } from './field.tsx';
import { Refused } from './page-error.tsx';

interface Props {
  /** What opens the question, and what does it. */
  readonly label: string;
  readonly kind?: ButtonStyle;
  readonly title: string;
  readonly text: ReactNode;
  /** What has to be typed before it is done; nothing where left out. */
  readonly typed?: string;
  /** Resolves once it is done; the dialog then closes. */
  readonly onConfirm: () => Promise<unknown>;
  /** Whether what it would do is not written completely yet. */
  readonly isDisabled?: boolean;
  readonly isBusy: boolean;
  readonly error: Error | null;
}

/** A button that asks before it does what cannot be undone. */
export function Confirm(props: Props): ReactElement {
  const {
    label,
    kind = 'secondary',
    title,
    text,
    typed,
    onConfirm,
    isDisabled,
    isBusy,
    error,
  } = props;
  const [isOpen, setOpen] = useState(false);
  const [written, setWritten] = useState('');
  const confirm = async () => {
    await onConfirm();
    setOpen(false);
  };
  const { cancel, type } = messages.confirm;
  return (
    <Dialog.Root open={isOpen} onOpenChange={setOpen}>
      <Dialog.Trigger asChild>
        <Button kind={kind} disabled={isDisabled}>
          {label}
        </Button>
      </Dialog.Trigger>
      <DialogPanel title={title} text={text}>
        <div className="grid gap-3">
          {typed !== undefined && (
            <TextField
              label={type(typed)}
              value={written}
              onText={setWritten}
              autoComplete="off"
              spellCheck={false}
            />
          )}
          <Refused error={error} />
          <div className="flex flex-wrap justify-end gap-2">
            <Dialog.Close asChild>
              <Button>{cancel}</Button>
            </Dialog.Close>
            <Button
              kind={kind === 'danger' ? 'danger' : 'primary'}
              busy={isBusy}
              disabled={typed !== undefined && written.trim() !== typed}
              onClick={() => void confirm().catch(() => setOpen(true))}
            >
              {label}
            </Button>
          </div>
        </div>
      </DialogPanel>
    </Dialog.Root>
  );
}
