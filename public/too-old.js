// Marks the document if this browser is too old for the app (docs/use/browsers.md). ES5, and never built: old browsers parse it.
(function () {
  function mark() {
    document.documentElement.setAttribute('data-too-old', '');
  }
  var needed = [
    [HTMLElement.prototype, 'showPopover'],
    [Array.prototype, 'toSorted'],
    [String.prototype, 'toWellFormed'],
    [Object, 'hasOwn'],
    [window, 'structuredClone'],
    [window.AbortSignal || {}, 'any'],
  ];
  for (var i = 0; i < needed.length; i += 1) if (!(needed[i][1] in needed[i][0])) mark();
  // A script that cannot be parsed. The app's first script removes the notice: from then on the mark has no effect.
  addEventListener('error', function (event) {
    if (event.error instanceof SyntaxError) mark();
  });
})();
