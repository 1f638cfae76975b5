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
    return button ? [() => button.click()] : [];
  });
  return () => {
    for (const repeat of repeats) repeat();
  };
}

/** React reports only changes of the value that it has seen last. */
function repeatText(field: Field): () => void {
  const { value } = field;
  const initial =
    field instanceof HTMLSelectElement
      ? (Array.from(field.options).find((option) => option.defaultSelected) ?? field.options[0])?.value
      : field.defaultValue;
  return () => {
    if (value === initial) return;
    field.value = initial ?? '';
    const prototype = Object.getPrototypeOf(field) as object;
    Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(field, value);
    field.dispatchEvent(
      new Event(field instanceof HTMLSelectElement ? 'change' : 'input', { bubbles: true }),
    );
  };
}

function repeatToggle(field: HTMLInputElement): () => void {
  const { checked } = field;
  return () => {
    if (checked === field.defaultChecked) return;
    field.checked = field.defaultChecked;
    field.click();
  };
}
