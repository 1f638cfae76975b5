// Lint rules of this project, for what no stock rule forbids.

const effects = new Set(['useEffect', 'useLayoutEffect', 'useInsertionEffect']);
const wrappers = new Set(['useCallback', 'useEffectEvent']);
const functions = new Set(['ArrowFunctionExpression', 'FunctionExpression', 'FunctionDeclaration']);

/** What may be a clean-up function: a function itself, or a name of one. */
const cleanUps = new Set(['ArrowFunctionExpression', 'FunctionExpression', 'Identifier']);

/**
 * React calls the result of an effect and of a ref callback as a clean-up function. The types say that methods of the DOM
 * return nothing, but browsers change them to return promises, as Chromium 150 did with `scrollIntoView`. So a callback
 * returns no result of a call: `useEffect(() => { element.focus(); })`.
 */
const cleanUpOnly = {
  create(context) {
    const callbacks = new Set();
    const results = [];

    function addCallback(node) {
      if (functions.has(node?.type)) callbacks.add(node);
      if (node?.type === 'CallExpression' && wrappers.has(node.callee.name)) addCallback(node.arguments[0]);
      if (node?.type === 'Identifier') addCallback(definitionOf(node));
    }

    function definitionOf({ name, parent }) {
      for (let scope = context.sourceCode.getScope(parent); scope; scope = scope.upper) {
        const definition = scope.set.get(name)?.defs[0]?.node;
        if (definition) return definition.init ?? definition;
      }
      return undefined;
    }

    return {
      CallExpression({ callee, arguments: [callback] }) {
        if (effects.has(callee.name ?? callee.property?.name)) addCallback(callback);
      },
      JSXAttribute({ name, value }) {
        if (name.name === 'ref') addCallback(value?.expression);
      },
      ArrowFunctionExpression(node) {
        if (node.body.type !== 'BlockStatement') results.push({ callback: node, result: node.body });
      },
      ReturnStatement(node) {
        if (node.argument) results.push({ callback: functionAround(node), result: node.argument });
      },
      'Program:exit'() {
        for (const { callback, result } of results) {
          if (callbacks.has(callback) && !cleanUps.has(result.type))
            context.report({
              node: result,
              message: 'An effect or a ref callback returns only a clean-up function.',
            });
        }
      },
    };
  },
};

function functionAround(node) {
  let { parent } = node;
  while (parent && !functions.has(parent.type)) ({ parent } = parent);
  return parent;
}

/** A plural that is made by hand is sooner or later forgotten: "1 calculations". */
const countedNouns = {
  create: (context) => ({
    ConditionalExpression({ test, consequent, alternate }) {
      const isOne = test.type === 'BinaryExpression' && test.operator === '===' && test.right.value === 1;
      if (!isOne || typeof consequent.value !== 'string') return;
      if (alternate.value === `${consequent.value}s`)
        context.report({ node: test, message: 'Use `count` or `nounAfter` of contract/counts.ts.' });
    },
  }),
};

/** A day as YYYY-MM-DD must not depend on a locale: `en-CA` is 11/26/2026 in some browsers. */
const australianFormats = {
  create(context) {
    function checkLocale(node) {
      const [locale] = node.arguments;
      if (locale && locale.value !== 'en-AU')
        context.report({
          node,
          message: 'Texts are formatted for en-AU. A day is made by `dayIn` or `utcDay`.',
        });
    }
    return {
      CallExpression(node) {
        if (/^toLocale(Date|Time)?String$/.test(node.callee.property?.name)) checkLocale(node);
        if (node.callee.object?.name === 'Intl') checkLocale(node);
      },
      NewExpression(node) {
        if (node.callee.object?.name === 'Intl') checkLocale(node);
      },
    };
  },
};

/**
 * Interfaces that the browsers of `client/oldest-browsers.ts` lack, by the object if the name is common. Popovers are not among
 * them: a polyfill provides them before the app starts.
 */
const newerInterfaces = new Set([
  'checkVisibility',
  'moveBefore',
  'requestClose',
  'requestIdleCallback',
  'setHTMLUnsafe',
  'startViewTransition',
  'withResolvers',
  'fromAsync',
  'isWellFormed',
  'toWellFormed',
  'AbortSignal.any',
  'URL.canParse',
  'URL.parse',
  'Promise.try',
  'RegExp.escape',
  'Object.groupBy',
  'Map.groupBy',
]);

/** Properties of ARIA attributes, such as `ariaExpanded`. */
const ariaProperty = /^aria[A-Z]/;

const oldestBrowsers = {
  create: (context) => ({
    MemberExpression(node) {
      const name = node.property.name ?? node.property.value;
      if (ariaProperty.test(name))
        context.report({ node, message: 'The oldest browsers lack it: use the attribute.' });
      if (newerInterfaces.has(name) || newerInterfaces.has(`${node.object.name}.${name}`))
        context.report({ node, message: 'The oldest browsers lack it: use client/src/ui/compatibility.ts.' });
    },
  }),
};

const rules = {
  'australian-formats': australianFormats,
  'oldest-browsers': oldestBrowsers,
  'clean-up-only': cleanUpOnly,
  'counted-nouns': countedNouns,
};

export default { meta: { name: 'project' }, rules };
