/** The command {@code assess}, and its report as text, HTML, JSON and CSV. */
@NullMarked
package io.gaussferry.app.assess;

import org.jspecify.annotations.NullMarked;
