/// <reference lib="dom" />
import type { Page } from '@playwright/test';

const controls = 'a[href], button, input:not([type="hidden"]), select, textarea, summary, [tabindex="0"]';

/** The controls whose text overflows them, and those that the page's edge cuts off. */
export function clippedControls(page: Page): Promise<string[]> {
  return page.evaluate((selector) => {
    const isScrolled = (element: Element): boolean => {
      if (getComputedStyle(element).overflowX === 'auto') return true;
      return element.parentElement !== null && isScrolled(element.parentElement);
    };
    // A toast slides in and out across the page's edge.
    const moving = document
      .getAnimations()
      .flatMap(({ effect }) => (effect instanceof KeyframeEffect && effect.target ? [effect.target] : []));
    return [...document.querySelectorAll(selector)]
      .filter((control) => control.checkVisibility({ visibilityProperty: true }) && !isScrolled(control))
      .filter((control) => !moving.some((element) => element.contains(control)))
      .filter((control) => {
        const box = control.getBoundingClientRect();
        // Links that are visible only with the focus lie outside the page, such as the one to the main region.
        if (box.right <= 0 || box.bottom <= 0) return false;
        if (box.right > document.documentElement.clientWidth + 1) return true;
        if (getComputedStyle(control).display === 'inline') return false;
        const texts = document.createTreeWalker(control, NodeFilter.SHOW_TEXT);
        const range = document.createRange();
        while (texts.nextNode()) {
          const parent = texts.currentNode.parentElement!;
          // For screen readers only, at every width or at this one.
          if (parent.closest('.sr-only, option') || getComputedStyle(parent).clipPath !== 'none') continue;
          range.selectNodeContents(texts.currentNode);
          const text = range.getBoundingClientRect();
          if (text.right > box.right + 1 || text.bottom > box.bottom + 1) return true;
        }
        return false;
      })
      .map((control) => control.outerHTML.slice(0, 200));
  }, controls);
}

/** The choices of lists that do not fit into their list, each with the list's name. */
export const cutChoices = (page: Page) =>
  page.locator('select:visible').evaluateAll((lists: HTMLSelectElement[]) => {
    const context = document.createElement('canvas').getContext('2d')!;
    return lists.flatMap((list) => {
      const style = getComputedStyle(list);
      context.font = `${style.fontWeight} ${style.fontSize} ${style.fontFamily}`;
      const text = list.selectedOptions[0]?.text ?? '';
      const room =
        list.clientWidth - Number.parseFloat(style.paddingLeft) - Number.parseFloat(style.paddingRight);
      return context.measureText(text).width > room + 1 ? [`${list.name}: ${text}`] : [];
    });
  });

/** The dates such as 2026-11-30, and the income years such as 2026-27, that are on two lines. */
export const brokenDates = (page: Page) =>
  page.evaluate(() => {
    const broken: string[] = [];
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      const { currentNode: node } = texts;
      if (node.parentElement?.closest('.sr-only')) continue;
      for (const { 0: date, index } of (node.textContent ?? '').matchAll(/\b\d{4}-\d\d(?:-\d\d)?(?=\b|T)/g)) {
        const range = document.createRange();
        range.setStart(node, index);
        range.setEnd(node, index + date.length);
        const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)));
        if (lines.size > 1) broken.push(node.textContent ?? '');
      }
    }
    return broken;
  });

/** The times in UTC on a screen that does not say so. */
export const timesWithoutZone = (page: Page) =>
  page
    .locator('time[title="UTC"]:visible')
    .evaluateAll((times) =>
      document.body.innerText.includes('UTC') ? [] : times.map(({ outerHTML }) => outerHTML),
    );

/** The buttons of file inputs that are cut off. */
export const clippedFileInputs = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLInputElement>('input[type=file]')]
      .filter((input) => {
        if (!input.checkVisibility() || getComputedStyle(input).clipPath !== 'none') return false;
        const actualPx = input.offsetWidth;
        input.style.cssText = 'width: max-content; max-width: none';
        const naturalPx = input.offsetWidth;
        input.style.cssText = '';
        return naturalPx > actualPx;
      })
      .map((input) => input.outerHTML.slice(0, 200)),
  );

/** The texts that match a pattern and break across two lines, unless they are a part of a string that is longer than a line. A word of 13 letters fits. */
const brokenTexts = (page: Page, within: string, pattern: RegExp) =>
  page.evaluate(
    ([selector, source]) => {
      const range = document.createRange();
      const linesOf = (node: Node, start: number, end: number) => {
        range.setStart(node, start);
        range.setEnd(node, end);
        return [...range.getClientRects()];
      };
      const broken: string[] = [];
      for (const root of document.querySelectorAll(selector)) {
        const nodes = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
        while (nodes.nextNode()) {
          const { currentNode: node } = nodes;
          const text = node.textContent ?? '';
          if (!node.parentElement?.checkVisibility() || node.parentElement.closest('.sr-only')) continue;
          for (const { 0: string, index } of text.matchAll(/\S+/g)) {
            const lines = linesOf(node, index, index + string.length);
            if (new Set(lines.map(({ top }) => Math.round(top))).size < 2) continue;
            const width = lines.reduce((sum, line) => sum + line.width, 0);
            const around = node.parentElement.closest('li, dialog, td, th, section, main') ?? root;
            const style = getComputedStyle(around);
            const [inner = 0, left = 0, right = 0] = [style.width, style.paddingLeft, style.paddingRight].map(
              Number.parseFloat,
            );
            if (width > inner - left - right && !/^\p{L}{1,13}$/u.test(string)) continue;
            for (const { 0: word, index: start } of string.matchAll(new RegExp(source, 'gu'))) {
              const parts = linesOf(node, index + start, index + start + word.length);
              if (new Set(parts.map(({ top }) => Math.round(top))).size > 1)
                broken.push(`${word} in ${text}`);
            }
          }
        }
      }
      return broken;
    },
    [within, pattern.source] as const,
  );

export const brokenFigures = (page: Page) => brokenTexts(page, 'body', /[−+-]?\$?\d[\d,]*(?:\.\d+)?%?/u);

export const brokenWords = (page: Page) => brokenTexts(page, 'main, dialog[open]', /[\p{L}\p{N}]+/u);

/** The actions on rows that are out of view in a table that scrolls sideways. */
export const hiddenActions = (page: Page) =>
  page.locator('tbody td:last-child button:visible').evaluateAll((buttons) =>
    buttons
      .filter((button) => {
        const frame = button.closest('.overflow-x-auto')?.getBoundingClientRect();
        return frame && button.getBoundingClientRect().right > frame.right + 1;
      })
      .map((button) => button.outerHTML.slice(0, 200)),
  );

/** What lies under the staff menu at the end of the page, where the page can scroll no further. */
export const coveredByStaffMenu = (page: Page) =>
  page.evaluate(() => {
    const menu = document
      .querySelector('[data-floating]:has([aria-label="Staff menu"])')
      ?.getBoundingClientRect();
    if (!menu) return [];
    window.scrollTo(0, document.documentElement.scrollHeight);
    const read = [
      ...document.querySelectorAll('body :is(a[href], button, input, p, h1, h2, h3, td, th, dt, dd, li)'),
    ];
    const hidden = read
      .filter((element) => element.checkVisibility() && !element.closest('[data-floating], .sr-only'))
      .filter((element) => element.getBoundingClientRect().bottom > menu.top)
      .map((element) => element.outerHTML.slice(0, 200));
    window.scrollTo(0, 0);
    return hidden;
  });

/** The elements whose style changes the case of their text, which is displayed as it is written. */
export const changedCase = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('body, body *')]
      .filter((element) => getComputedStyle(element).textTransform !== 'none')
      .map((element) => element.outerHTML.slice(0, 200)),
  );

/** The controls without a visible keyboard focus, and the elements that react only to the pointer. */
export async function controlsWithoutFocus(page: Page): Promise<string[]> {
  // The browser displays the focus only after a key press.
  await page.keyboard.press('Tab');
  return page.evaluate((selector) => {
    // A modal dialog makes the rest of the page inert.
    const root = document.querySelector(':modal') ?? document;
    const all = [...root.querySelectorAll<HTMLElement>(selector)].filter(
      (control) =>
        control.checkVisibility({ visibilityProperty: true }) &&
        control.tabIndex >= 0 &&
        // A toast may close at any moment.
        !control.closest('.corner') &&
        !control.matches(':disabled'),
    );
    const withoutOutline = all.filter((control) => {
      control.focus({ preventScroll: true });
      if (document.activeElement !== control) return true;
      // The outline of a checkbox surrounds its label, too.
      return ![control, control.parentElement].some((element) => {
        const { outlineStyle, outlineWidth } = getComputedStyle(element ?? control);
        return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2;
      });
    });
    const forPointerAlone = [...document.querySelectorAll('main *')].filter(
      (element) =>
        getComputedStyle(element).cursor === 'pointer' &&
        !element.closest(`${selector}, label`) &&
        !element.querySelector(selector) &&
        !element.closest('tr, li')?.querySelector(selector),
    );
    return [...withoutOutline, ...forPointerAlone].map((element) => element.outerHTML.slice(0, 200));
  }, controls);
}

/**
 * What forced colours draw wrongly: charts in colours that are not the system's, buttons with lines at two sides
 * only, and marks that lose their colour and keep their place.
 */
export function faultsInForcedColours(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const probe = document.body.appendChild(document.createElement('i'));
    probe.style.forcedColorAdjust = 'none';
    const system = ['Canvas', 'CanvasText', 'LinkText', 'VisitedText', 'Highlight', 'GrayText'].map(
      (name) => {
        probe.style.color = name;
        return getComputedStyle(probe).color;
      },
    );
    probe.remove();
    const visible = [...document.querySelectorAll('*')].filter((element) => element.checkVisibility());

    const canvases = visible.filter((canvas) => {
      if (!(canvas instanceof HTMLCanvasElement)) return false;
      const { data } = canvas.getContext('2d')!.getImageData(0, 0, canvas.width, canvas.height);
      // Others are of the edges of letters, or where lines cross.
      const opaque = Array.from({ length: data.length / 4 }, (_, index) => 4 * index).filter(
        (index) => data[index + 3] === 255,
      );
      const known = opaque.filter((index) =>
        system.includes(`rgb(${data[index]}, ${data[index + 1]}, ${data[index + 2]})`),
      );
      return known.length === 0 || known.length < opaque.length / 2;
    });
    const shapes = visible.filter((shape) => {
      if (!shape.matches('svg[role="img"] :is(circle, rect)')) return false;
      const { fill, stroke } = getComputedStyle(shape);
      return ![fill, stroke].every((color) => color === 'none' || system.includes(color));
    });
    const buttons = visible.filter((button) => {
      if (!button.matches('.button')) return false;
      const { borderTopWidth: top, borderLeftWidth: left } = getComputedStyle(button);
      return (top === '0px') !== (left === '0px');
    });
    const marks = visible.filter((element) =>
      ['::before', '::after'].some((part) => {
        const { content, display, backgroundColor, width, position } = getComputedStyle(element, part);
        const isMark = content === '""' && display !== 'none' && position !== 'absolute';
        return isMark && backgroundColor === system[0] && Number.parseFloat(width) > 0;
      }),
    );
    return [...canvases, ...shapes, ...buttons, ...marks].map((element) => element.outerHTML.slice(0, 200));
  });
}

/** The controls whose state, such as the current page, differs from their neighbours only by colour. */
export function statesByColourAlone(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const state = '[aria-current], [aria-selected="true"], [aria-pressed="true"]';
    return [...document.querySelectorAll(state)]
      .filter((element) => element.checkVisibility())
      .filter((element) => {
        const list = element.closest('ul, ol, [role="tablist"], nav');
        const other = [...(list?.querySelectorAll(element.tagName) ?? [])].find(
          (neighbour) => !neighbour.matches(state),
        );
        if (!other) return false;
        const [appearance, otherAppearance] = [element, other].map((each) =>
          ['', '::before', '::after'].map((part) => {
            const style = getComputedStyle(each, part || null);
            const { content, fontWeight, borderInlineStartWidth, outlineStyle, forcedColorAdjust } = style;
            if (part) return content === 'none' ? '' : content + style.height;
            return [fontWeight, borderInlineStartWidth, outlineStyle, forcedColorAdjust].join();
          }),
        );
        return appearance?.join('|') === otherAppearance?.join('|');
      })
      .map((element) => element.outerHTML.slice(0, 200));
  });
}
