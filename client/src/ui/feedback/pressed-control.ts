export const controls = 'a[href], button, input, select, textarea, summary';

let pressed: Element | null = null;

// Before the first toast, which often reports about the press. The keyboard presses with a click, too.
if (!import.meta.env.SSR)
  window.addEventListener(
    'click',
    ({ target }) => {
      pressed = target instanceof Element ? target.closest(controls) : null;
    },
    { capture: true },
  );

/** The control that was pressed last. */
export const pressedControl = () => pressed;
