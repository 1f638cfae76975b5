type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

const isField = (target: unknown): target is Field =>
  target instanceof HTMLInputElement ||
  target instanceof HTMLTextAreaElement ||
  target instanceof HTMLSelectElement;

const isToggle = (field: Field): field is HTMLInputElement =>
  field instanceof HTMLInputElement && ['checkbox', 'radio'].includes(field.type);

/** Null in a field that has none. A caret is a selection of nothing. */
function selectionOf(field: Field) {
  if (field instanceof HTMLSelectElement || field.selectionStart === null) return null;
  const { selectionStart, selectionEnd, selectionDirection } = field;
  return [selectionStart, selectionEnd, selectionDirection ?? undefined] as const;
}

const isFile = (field: Field): field is HTMLInputElement =>
  field instanceof HTMLInputElement && field.type === 'file';

/**
 * Collects what the reader typed and pressed before the app was there.
 * @returns a function that repeats it once the app has taken over, so that nothing is lost.
 */
export function collectEarlyInput(targets: ReadonlySet<EventTarget | null>): () => void {
  const repeats = [...targets].flatMap((target): (() => void)[] => {
    if (isField(target)) {
      if (isToggle(target)) return [repeatToggle(target)];
      return [isFile(target) ? repeatFiles(target) : repeatText(target)];
    }
    const button = target instanceof Element ? target.closest('button') : null;
    const current = button && currentControl(button);
    return current ? [() => current()?.click()] : [];
  });
  const { activeElement: focused } = document;
  const current = isField(focused) ? currentControl(focused) : undefined;
  return () => {
    // A value that is set moves the caret to its end.
    const selection = isField(focused) ? selectionOf(focused) : null;
    for (const repeat of repeats) repeat();
    const field = current?.();
    field?.focus();
    if (selection && field && !(field instanceof HTMLSelectElement)) field.setSelectionRange(...selection);
  };
}

/**
 * @returns a function that finds the control, or the one in its place where the app has rendered the page anew: the one with the same
 *   name, and of several the one at the same place among them.
 */
function currentControl<Control extends Field | HTMLButtonElement>(
  control: Control,
): () => Control | undefined {
  const nameOf = (other: Control) =>
    [other.name, other.title, other.textContent, isField(other) && other.type].join('\n');
  const sameName = () =>
    [...document.querySelectorAll<Control>(control.tagName)].filter(
      (other) => nameOf(other) === nameOf(control),
    );
  const place = sameName().indexOf(control);
  return () => (control.isConnected ? control : sameName()[place]);
}

/** React reports only changes of the value that it has seen last. */
function repeatText(field: Field): () => void {
  const { value: valueBefore } = field;
  const currentField = currentControl(field);
  const initial =
    field instanceof HTMLSelectElement
      ? (Array.from(field.options).find((option) => option.defaultSelected) ?? field.options[0])?.value
      : field.defaultValue;
  return () => {
    const current = currentField();
    // The field of the page before has what was typed until it was replaced.
    const value = field.isConnected ? valueBefore : field.value;
    if (value === initial || !current) return;
    current.value = initial ?? '';
    const prototype = Object.getPrototypeOf(current) as object;
    Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(current, value);
    current.dispatchEvent(
      new Event(current instanceof HTMLSelectElement ? 'change' : 'input', { bubbles: true }),
    );
  };
}

/** Their value is the name of the first, and cannot be set. */
function repeatFiles(field: HTMLInputElement): () => void {
  const currentField = currentControl(field);
  return () => {
    const current = currentField();
    if (!field.files?.length || !current) return;
    if (current !== field) current.files = field.files;
    current.dispatchEvent(new Event('change', { bubbles: true }));
  };
}

function repeatToggle(field: HTMLInputElement): () => void {
  const { checked } = field;
  const currentField = currentControl(field);
  return () => {
    const current = currentField();
    if (checked === field.defaultChecked || !current) return;
    current.checked = field.defaultChecked;
    current.click();
  };
}
