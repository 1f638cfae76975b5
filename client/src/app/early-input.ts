type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

const isField = (target: unknown): target is Field =>
  target instanceof HTMLInputElement ||
  target instanceof HTMLTextAreaElement ||
  target instanceof HTMLSelectElement;

const isToggle = (field: Field): field is HTMLInputElement =>
  field instanceof HTMLInputElement && ['checkbox', 'radio'].includes(field.type);

/**
 * Collects what the reader typed and pressed before the app was there.
 * @returns a function that repeats it once the app has taken over, so that nothing is lost.
 */
export function collectEarlyInput(targets: ReadonlySet<EventTarget | null>): () => void {
  const repeats = [...targets].flatMap((target): (() => void)[] => {
    if (isField(target)) return [isToggle(target) ? repeatToggle(target) : repeatText(target)];
    const button = target instanceof Element ? target.closest('button') : null;
    return button ? [() => currentControl(button)?.click()] : [];
  });
  const { activeElement: focused } = document;
  return () => {
    for (const repeat of repeats) repeat();
    if (isField(focused)) currentControl(focused)?.focus();
  };
}

/** The control, or the one in its place where the app has rendered the page anew. */
function currentControl<Control extends Field | HTMLButtonElement>(control: Control): Control | undefined {
  if (control.isConnected) return control;
  const nameOf = ({ name, title, textContent }: Control) => [name, title, textContent].join('\n');
  return [...document.querySelectorAll<Control>(control.tagName)].find(
    (other) => nameOf(other) === nameOf(control),
  );
}

/** React reports only changes of the value that it has seen last. */
function repeatText(field: Field): () => void {
  const { value } = field;
  const initial =
    field instanceof HTMLSelectElement
      ? (Array.from(field.options).find((option) => option.defaultSelected) ?? field.options[0])?.value
      : field.defaultValue;
  return () => {
    const current = currentControl(field);
    if (value === initial || !current) return;
    current.value = initial ?? '';
    const prototype = Object.getPrototypeOf(current) as object;
    Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(current, value);
    current.dispatchEvent(
      new Event(current instanceof HTMLSelectElement ? 'change' : 'input', { bubbles: true }),
    );
  };
}

function repeatToggle(field: HTMLInputElement): () => void {
  const { checked } = field;
  return () => {
    const current = currentControl(field);
    if (checked === field.defaultChecked || !current) return;
    current.checked = field.defaultChecked;
    current.click();
  };
}
