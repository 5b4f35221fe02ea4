  const data = JSON.parse(document.getElementById("data").textContent);
  const $ = id => document.getElementById(id);
  const whole = new Intl.NumberFormat("en", { maximumFractionDigits: 2 });
  const grouped = n => whole.format(n).replace(/,/g, "\u202f");
  const make = (tag, props, ...children) => {
    const element = Object.assign(document.createElement(tag), props);
    element.append(...children);
    return element;
  };
